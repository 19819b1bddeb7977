// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Links the pages of the site. Asciidoctor leaves links to the sources of pages, as GitHub shows
 * them: here they become links to the pages, and links to other files of the repository become
 * links to its address. Each {@code README} becomes the {@code index.html} of its folder. Then
 * every link has to lead to a file and an anchor, those between manual and Javadoc too.
 */
public final class Site {

  private static final Pattern LINK =
      Pattern.compile("(<[a-zA-Z][^<>]*?\\s(?:href|src)=\")([^\"]*)\"");
  private static final Pattern ANCHOR =
      Pattern.compile("<(?:[a-zA-Z][^<>]*?\\sid|a [^<>]*?\\bname)=\"([^\"]*)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("(?:[a-zA-Z][\\w+.-]*:|//).*");
  private static final Pattern SCRIPT = Pattern.compile("(?s)<script\\b.*?</script>");

  private static final Pattern TABLE = Pattern.compile("(?s)<table class=\"tableblock.*?</table>");

  private final Path folder;
  private final Path repository;
  private final String address;

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  /**
   * Creates a site from the pages in a folder.
   *
   * @param folder the folder of the pages; the Javadoc is in {@code apidocs} below it
   * @param repository the folder of the repository
   * @param address where readers find the repository, without a slash at the end
   */
  Site(Path folder, Path repository, String address) {
    this.folder = folder.toAbsolutePath().normalize();
    this.repository = repository.toAbsolutePath().normalize();
    this.address = address;
  }

  /**
   * Links the pages of a folder, and fails if a link is dead.
   *
   * @param arguments the arguments of the constructor
   * @throws IOException if a page cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    Site site = new Site(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2]);
    site.link();
    List<String> dead = site.deadLinks();
    if (!dead.isEmpty()) {
      System.err.println("Dead links of the site:\n" + String.join("\n", dead));
      System.exit(1);
    }
  }

  /** Prepares the pages of the manual; those of the Javadoc are right as they are. */
  void link() throws IOException {
    for (Path page : pages()) {
      if (page.endsWith("README.html")) {
        Files.move(page, page.resolveSibling("index.html"), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    for (Path page : pages()) {
      if (!page.startsWith(folder.resolve("apidocs"))) {
        // On a narrow screen, a wide table scrolls in its box.
        String text =
            TABLE.matcher(Files.readString(page)).replaceAll("<div class=\"wide\">$0</div>");
        Files.writeString(
            page,
            LINK.matcher(text)
                .replaceAll(link ->
                    Matcher.quoteReplacement(
                        link.group(1) + linked(page, unescape(link.group(2))) + "\"")));
      }
    }
  }

  /** The link in its place, and in the navigation the mark of the page that is open. */
  private String linked(Path page, String link) {
    if (ELSEWHERE.matcher(link).matches() || link.startsWith("#")) {
      return escape(link);
    }
    int end = link.indexOf('#');
    String path = end < 0 ? link : link.substring(0, end);
    String anchor = end < 0 ? "" : link.substring(end);
    boolean fromTop = path.startsWith("/");
    Path target =
        (fromTop ? folder.resolve(path.substring(1)) : page.resolveSibling(path)).normalize();
    Path source = repository.resolve(folder.relativize(target)).normalize();
    if (path.endsWith(".adoc")) {
      target = target.resolveSibling(htmlOf(target));
    }
    if (!Files.exists(target) && Files.exists(source) && source.startsWith(repository)) {
      String kind = Files.isDirectory(source) ? "/tree/main/" : "/blob/main/";
      return escape(address + kind + slashes(repository.relativize(source)) + anchor);
    }
    String relative = slashes(page.resolveSibling(".").normalize().relativize(target));
    return escape(relative + anchor)
        + (fromTop && target.equals(page) ? "\" aria-current=\"page" : "");
  }

  private static String htmlOf(Path source) {
    String name = String.valueOf(source.getFileName()).replaceFirst("\\.adoc$", ".html");
    return name.equals("README.html") ? "index.html" : name;
  }

  private static String slashes(Path path) {
    return path.toString().replace('\\', '/');
  }

  /** Each link that leads nowhere, after its page. */
  List<String> deadLinks() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(SCRIPT.matcher(Files.readString(page)).replaceAll(""));
      while (links.find()) {
        String link = unescape(links.group(2));
        if (!isAlive(page, link)) {
          dead.add(slashes(folder.relativize(page)) + ": " + link);
        }
      }
    }
    return dead;
  }

  private boolean isAlive(Path page, String link) throws IOException {
    for (String kind : List.of("/tree/main/", "/blob/main/")) {
      if (link.startsWith(address + kind)) {
        String path = link.substring((address + kind).length()).replaceFirst("#.*", "");
        return Files.exists(repository.resolve(path));
      }
    }
    if (ELSEWHERE.matcher(link).matches()) {
      return !link.startsWith("file:");
    }
    String[] parts = link.split("#", 2);
    String path = decode(parts[0].replaceFirst("\\?.*", ""));
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (Files.isDirectory(target)) {
      target = target.resolve("index.html");
    }
    if (!target.startsWith(folder) || !Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || parts[1].isEmpty() || anchors(target).contains(decode(parts[1]));
  }

  private Set<String> anchors(Path page) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known = new HashSet<>();
      Matcher found = ANCHOR.matcher(Files.readString(page));
      while (found.find()) {
        known.add(unescape(found.group(1)));
      }
      anchors.put(page, known);
    }
    return known;
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
