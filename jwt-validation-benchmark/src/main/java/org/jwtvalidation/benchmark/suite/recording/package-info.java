// SPDX-License-Identifier: Apache-2.0
/** What does the Flight Recorder cost a validation? */
package org.jwtvalidation.benchmark.suite.recording;
