// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import io.undertow.Undertow;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ServletContainer;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Servlet containers; Tomcat is in a module of its own. */
public enum TestedContainer {
  JETTY {
    @Override
    public Running start(Map<String, Filter> filters, Map<String, HttpServlet> servlets)
        throws Exception {
      Server jetty = new Server();
      ServerConnector connector = new ServerConnector(jetty);
      connector.setHost("127.0.0.1");
      jetty.addConnector(connector);
      ServletContextHandler context = new ServletContextHandler();
      filters.forEach((path, filter) ->
          context.addFilter(new FilterHolder(filter), path, EnumSet.of(DispatcherType.REQUEST)));
      servlets.forEach((path, servlet) -> context.addServlet(new ServletHolder(servlet), path));
      jetty.setHandler(context);
      jetty.start();
      return new Running(connector.getLocalPort(), jetty::stop);
    }
  },

  UNDERTOW {
    @Override
    public Running start(Map<String, Filter> filters, Map<String, HttpServlet> servlets)
        throws Exception {
      DeploymentInfo deployment =
          new DeploymentInfo()
              .setClassLoader(TestedContainer.class.getClassLoader())
              .setContextPath("/")
              .setDeploymentName("tested");
      filters.forEach((path, filter) ->
          deployment
              .addFilter(
                  new FilterInfo(path, filter.getClass(), new ImmediateInstanceFactory<>(filter))
                      .setAsyncSupported(true))
              .addFilterUrlMapping(path, path, DispatcherType.REQUEST));
      servlets.forEach((path, servlet) ->
          deployment.addServlet(
              new ServletInfo(path, servlet.getClass(), new ImmediateInstanceFactory<>(servlet))
                  .setAsyncSupported(true)
                  .addMapping(path)));
      DeploymentManager manager = ServletContainer.Factory.newInstance().addDeployment(deployment);
      manager.deploy();
      Undertow undertow =
          Undertow.builder().addHttpListener(0, "127.0.0.1").setHandler(manager.start()).build();
      undertow.start();
      InetSocketAddress address =
          (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
      return new Running(
          address.getPort(),
          () -> {
            undertow.stop();
            manager.stop();
            manager.undeploy();
          });
    }
  };

  /** A container at a port of the loopback interface. */
  public record Running(int port, AutoCloseable server) {}

  /** Starts a container with filters, in their order, and servlets at these paths. */
  public abstract Running start(Map<String, Filter> filters, Map<String, HttpServlet> servlets)
      throws Exception;
}
