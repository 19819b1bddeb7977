package org.jwtvalidation.benchmark.suite.scaling;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A second class loader for the class path, with or without bcprov, because JMH starts all JVMs
 * with the same class path.
 */
final class ClassPathAgain extends URLClassLoader {

  private final boolean bcprov;

  ClassPathAgain(boolean bcprov) throws MalformedURLException {
    super(entries(), getPlatformClassLoader());
    this.bcprov = bcprov;
  }

  private static URL[] entries() throws MalformedURLException {
    List<URL> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toUri().toURL());
    }
    return entries.toArray(URL[]::new);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!bcprov && name.startsWith("org.bouncycastle.")) {
      throw new ClassNotFoundException(name);
    }
    return super.findClass(name);
  }
}
