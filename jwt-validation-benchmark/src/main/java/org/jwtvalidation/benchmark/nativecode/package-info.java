// SPDX-License-Identifier: Apache-2.0
/**
 * How fast is native code? This library as one of the programs of the folder {@code native}, whose
 * {@code README.adoc} has the grammar of the input file and the commands.
 */
@NullMarked
package org.jwtvalidation.benchmark.nativecode;

import org.jspecify.annotations.NullMarked;
