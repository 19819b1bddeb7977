/** What recordings say about slow validations, for people and for other programs. */
@NullMarked
package org.jwtvalidation.jfr.analysis;

import org.jspecify.annotations.NullMarked;
