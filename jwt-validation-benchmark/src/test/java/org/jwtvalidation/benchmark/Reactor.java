// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The modules that Maven builds, and what each waits for: its parent, its dependencies, its plugins
 * and their dependencies, as far as they are modules too, and what those wait for.
 */
record Reactor(Map<String, Set<String>> waits) {

  /**
   * Reads the POMs from the root on, with these profiles; a profile that a JDK activates is not.
   */
  static Reactor read(Path root, Set<String> profiles) throws IOException {
    Map<String, String> properties = properties(parse(root), profiles);
    Map<String, Set<String>> named = new TreeMap<>();
    Deque<Path> unread = new ArrayDeque<>(List.of(root));
    while (!unread.isEmpty()) {
      Path pom = unread.remove();
      Element project = parse(pom);
      List<Element> parts = new ArrayList<>(List.of(project));
      children(project, "profiles", "profile")
          .filter(profile -> profiles.contains(text(profile, "id")))
          .forEach(parts::add);
      Set<String> names = new TreeSet<>();
      children(project, "parent").forEach(parent -> names.add(text(parent, "artifactId")));
      for (Element part : parts) {
        children(part, "modules", "module")
            .forEach(
                module -> unread.add(pom.resolveSibling(module.getTextContent() + "/pom.xml")));
        Stream.of(
                children(part, "dependencies", "dependency"),
                children(part, "build", "plugins", "plugin"),
                children(part, "build", "plugins", "plugin", "dependencies", "dependency"),
                children(part, "build", "extensions", "extension"))
            .flatMap(elements -> elements)
            .map(element -> text(element, "artifactId"))
            .forEach(name -> names.add(properties.getOrDefault(name, name)));
      }
      named.put(text(project, "artifactId"), names);
    }
    Map<String, Set<String>> waits = new TreeMap<>();
    named.forEach((module, names) -> {
      names.retainAll(named.keySet());
      waits.put(module, names);
    });
    return new Reactor(waits);
  }

  /** The values of the references to properties, such as <code>${name}</code>. */
  private static Map<String, String> properties(Element project, Set<String> profiles) {
    Map<String, String> properties = new TreeMap<>();
    Stream.concat(
            Stream.of(project),
            children(project, "profiles", "profile")
                .filter(profile -> profiles.contains(text(profile, "id"))))
        .flatMap(part -> children(part, "properties"))
        .flatMap(Reactor::children)
        .forEach(property ->
            properties.put("${" + property.getTagName() + "}", property.getTextContent()));
    return properties;
  }

  /** The names of the profiles of a POM. */
  static List<String> profiles(Path pom) throws IOException {
    return children(parse(pom), "profiles", "profile").map(each -> text(each, "id")).toList();
  }

  private static Element parse(Path pom) throws IOException {
    try (var octets = Files.newInputStream(pom)) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(octets)
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom.toString(), e);
    }
  }

  /** The elements at the end of a path of names. */
  private static Stream<Element> children(Element from, String... names) {
    Stream<Element> found = Stream.of(from);
    for (String name : names) {
      found = found.flatMap(Reactor::children).filter(child -> child.getTagName().equals(name));
    }
    return found;
  }

  private static Stream<Element> children(Element of) {
    return Stream.iterate(of.getFirstChild(), node -> node != null, Node::getNextSibling)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }

  private static String text(Element of, String name) {
    return children(of, name).map(Element::getTextContent).findFirst().orElse("");
  }

  /** This reactor with another module. */
  Reactor with(String module, Set<String> waitsFor) {
    Map<String, Set<String>> more = new TreeMap<>(waits);
    more.put(module, waitsFor);
    return new Reactor(more);
  }

  /** The modules that may be built at the same time as this one. */
  Set<String> beside(String module) {
    Set<String> before = before(module);
    Set<String> beside = new TreeSet<>();
    for (String other : waits.keySet()) {
      if (!other.equals(module) && !before.contains(other) && !before(other).contains(module)) {
        beside.add(other);
      }
    }
    return beside;
  }

  /** All that must be built before a module. */
  Set<String> before(String module) {
    Set<String> before = new TreeSet<>();
    Deque<String> unseen = new ArrayDeque<>(waits.get(module));
    while (!unseen.isEmpty()) {
      String next = unseen.remove();
      if (before.add(next)) {
        unseen.addAll(waits.get(next));
      }
    }
    return before;
  }
}
