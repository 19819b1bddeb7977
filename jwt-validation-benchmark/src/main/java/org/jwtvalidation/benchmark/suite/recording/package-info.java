/** What does the Flight Recorder cost a validation? */
package org.jwtvalidation.benchmark.suite.recording;
