/** What does it cost to be watched by the Flight Recorder? */
package org.jwtvalidation.jfr.recording;
