// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links pages, and follows the navigation of the site. */
@Tag("jdk-independent")
class SiteTest {

  @TempDir private Path folder;

  private Site site;

  @BeforeEach
  void prepare() throws IOException {
    write("repository/LICENSE", "");
    write("repository/examples/pom.xml", "");
    site =
        new Site(folder.resolve("site"), folder.resolve("repository"), "https://code.example/it");
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String read(String page) throws IOException {
    return Files.readString(folder.resolve("site").resolve(page));
  }

  @Test
  void linksPagesInsteadOfTheirSources() throws IOException {
    write("site/README.html", "<a href=\"doc/a.adoc#b\">a</a>");
    write("site/doc/a.html", "<h2 id=\"b\"></h2> <a href=\"../README.adoc\">start</a>");

    site.link();

    assertThat(read("index.html")).isEqualTo("<a href=\"doc/a.html#b\">a</a>");
    assertThat(read("doc/a.html")).endsWith("<a href=\"../index.html\">start</a>");
    assertThat(site.deadLinks()).isEmpty();
  }

  @Test
  void linksOtherFilesAtTheAddressOfTheRepository() throws IOException {
    write("site/doc/a.html", "<a href=\"../LICENSE\">l</a><a href=\"../examples\">e</a>");

    site.link();

    assertThat(read("doc/a.html"))
        .contains("https://code.example/it/blob/main/LICENSE")
        .contains("https://code.example/it/tree/main/examples");
    assertThat(site.deadLinks()).isEmpty();
  }

  @Test
  void linksTheNavigationFromEachFolderAndMarksTheOpenPage() throws IOException {
    String navigation = "<a href=\"/doc/a.html\">a</a><a href=\"/b.html\">b</a>";
    write("site/doc/a.html", navigation);
    write("site/b.html", navigation);

    site.link();

    assertThat(read("doc/a.html"))
        .isEqualTo("<a href=\"a.html\" aria-current=\"page\">a</a><a href=\"../b.html\">b</a>");
    assertThat(read("b.html"))
        .isEqualTo("<a href=\"doc/a.html\">a</a><a href=\"b.html\" aria-current=\"page\">b</a>");
  }

  @Test
  void leavesOtherAddressesAndTheJavadoc() throws IOException {
    String elsewhere =
        "<a href=\"https://rfc.example/?a&amp;b\">r</a><a href=\"mailto:a@b.example\">m</a>";
    String javadoc = "<a id=\"&lt;init&gt;()\"></a><a href=\"#%3Cinit%3E()\">c</a>";
    write("site/a.html", elsewhere);
    write("site/apidocs/A.html", javadoc);

    site.link();

    assertThat(read("a.html")).isEqualTo(elsewhere);
    assertThat(read("apidocs/A.html")).isEqualTo(javadoc);
    assertThat(site.deadLinks()).isEmpty();
  }

  @Test
  void putsEachTableIntoABoxThatScrolls() throws IOException {
    String table = "<table class=\"tableblock\">\n<tr></tr></table>";
    write("site/a.html", table + "<table><tr></tr></table>" + table);

    site.link();

    String box = "<div class=\"wide\">" + table + "</div>";
    assertThat(read("a.html")).isEqualTo(box + "<table><tr></tr></table>" + box);
  }

  @Test
  void findsDeadLinks() throws IOException {
    write(
        "site/doc/a.html",
        "<a href=\"missing.adoc\">x</a><a href=\"b.adoc#missing\">x</a><a href=\"#missing\">x</a>"
            + "<img src=\"missing.png\"><a href=\"/missing.html\">x</a><a href=\"../../x\">x</a>"
            + "<a href=\"https://code.example/it/blob/main/missing\">x</a>"
            + "<pre>&lt;a href=\"shown.html\"></pre>");
    write("site/doc/b.html", "");

    site.link();

    assertThat(site.deadLinks())
        .containsExactly(
            "doc/a.html: missing.html",
            "doc/a.html: b.html#missing",
            "doc/a.html: #missing",
            "doc/a.html: missing.png",
            "doc/a.html: ../missing.html",
            "doc/a.html: ../../x",
            "doc/a.html: https://code.example/it/blob/main/missing");
  }

  @Test
  void reachesEveryPageButRecordsFromTheNavigation() {
    List<String> linked =
        Project.matches(
            Pattern.compile("href=\"/([^\"#]*)"),
            Project.text(Project.file(".ci/build-checks/src/site/docinfo-header.html")));

    List<String> pages =
        Project.pages().stream()
            .map(page -> Project.ROOT.relativize(page).toString().replace('\\', '/'))
            // Another page lists these.
            .filter(page -> !page.matches("doc/inside/(adr|reports)/.*|examples/.*/.*"))
            .map(page -> page.replaceFirst("(README)?\\.adoc$", ".html"))
            .map(page -> page.replaceFirst("(^|/)\\.html$", "$1index.html"))
            .toList();
    assertThat(linked).containsAll(pages).contains("apidocs/index.html").doesNotHaveDuplicates();
    assertThat(linked).hasSize(pages.size() + 1);
  }
}
