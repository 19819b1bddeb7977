/**
 * The arithmetic of signatures: fields, points, tables of multiples, exponentiation, and the
 * verification equations on top of them. Numbers and octets in, answers out: nothing here knows
 * what a JSON Web Key is. Nothing is constant-time, because every input is public.
 */
@NullMarked
package org.jwtvalidation.internal.arithmetic;

import org.jspecify.annotations.NullMarked;
