// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jwtvalidation.testkit.Delivery.Ending;
import org.jwtvalidation.testkit.RequestReader.MalformedRequestException;
import org.jwtvalidation.testkit.RequestReader.Received;

/** One connection, which serves requests one after the other on a thread of its own. */
final class Connection {

  private enum State {
    /** Before the first request. */
    NEW,
    /** A request is being read or answered. */
    BUSY,
    /** The client may have the whole response. */
    ANSWERED,
    /** Between two requests. */
    IDLE,
    /** Closed between two requests. */
    LEAVING
  }

  private final Wire wire;
  private final Site site;
  private final Thread thread;
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

  /** Creates a connection with a thread of this name. */
  Connection(Wire wire, Site site, String name) {
    this.wire = wire;
    this.site = site;
    this.thread = new Thread(this::serve, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  boolean hasEnded() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  /** The thread that serves the connection. */
  Thread thread() {
    return thread;
  }

  /** Closes the connection in any state. */
  void close() {
    wire.close();
    if (thread != Thread.currentThread()) {
      thread.interrupt();
    }
  }

  /** Closes the connection if it is between two requests; returns whether it was. */
  boolean closeIfIdle() {
    while (true) {
      State seen = state.get();
      if (seen != State.IDLE && seen != State.ANSWERED) {
        return false;
      }
      if (state.compareAndSet(seen, State.LEAVING)) {
        if (seen == State.IDLE) {
          wire.hangUp();
        }
        return true;
      }
    }
  }

  private void serve() {
    try {
      boolean goesOn = true;
      while (goesOn && wire.awaitOctet()) {
        goesOn = begin() && serveOne();
      }
    } catch (IOException e) {
      // The client disconnected, rejected the certificate or was cut off: nothing left to do.
    } finally {
      wire.close();
    }
  }

  private boolean begin() {
    return state.compareAndSet(State.IDLE, State.BUSY)
        || state.compareAndSet(State.NEW, State.BUSY);
  }

  private boolean serveOne() throws IOException {
    RequestReader reader = new RequestReader(wire.in());
    try {
      Received received = reader.read();
      TestResponse response = respond(received.request());
      return send(
          received.keepsConnection() ? response : response.closing(), received.request().method());
    } catch (MalformedRequestException e) {
      return send(text(400, e.toString()).closing(), "GET");
    }
  }

  private TestResponse respond(TestRequest request) {
    try {
      return Objects.requireNonNull(site.respond(request), "answer");
    } catch (RuntimeException | Error e) {
      // A responder failed, possibly by an assertion; the test sees the response.
      return text(500, e.toString());
    }
  }

  private static TestResponse text(int status, String message) {
    return TestResponse.status(status)
        .header("Content-Type", "text/plain;charset=utf-8")
        .body(message.getBytes(UTF_8));
  }

  /** Sends the response; returns whether the connection is kept. */
  private boolean send(TestResponse response, String method) throws IOException {
    Ending ending = response.ending();
    Runnable beforeLastOctet = ending == Ending.KEPT ? () -> state.set(State.ANSWERED) : () -> {};
    new ResponseWriter(wire, beforeLastOctet).write(response, method);
    switch (ending) {
      case KEPT -> {
        if (state.compareAndSet(State.ANSWERED, State.IDLE)) {
          return true;
        }
        wire.hangUp();
      }
      case CLOSED -> wire.finish();
      case CUT -> wire.cut();
      case RESET -> wire.reset();
      case STALLED -> wire.stall();
    }
    return false;
  }
}
