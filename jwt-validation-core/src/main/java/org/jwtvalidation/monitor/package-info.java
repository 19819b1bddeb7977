/** Ready-made monitors: where the time of validations goes, and what becomes of them. */
@NullMarked
package org.jwtvalidation.monitor;

import org.jspecify.annotations.NullMarked;
