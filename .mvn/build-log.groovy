// What a build prints: a line when a module begins and one when it ends, warnings, errors, and at the end which tests were left out
// and how to have them. Below the result of a measurement, it prints nothing more. Maven itself prints two lines and more for each goal
// of each module, and has no option to print less.
// Maven's own log remains in a build without the parent (-pl), with -X, and with -Dbuild.log=maven.
import javax.xml.parsers.DocumentBuilderFactory
import org.apache.maven.execution.AbstractExecutionListener
import org.apache.maven.execution.ExecutionEvent
import org.apache.maven.execution.ExecutionListener
import org.apache.maven.execution.MavenSession
import org.apache.maven.project.MavenProject
import org.slf4j.Logger
import org.slf4j.LoggerFactory

/** The tests of a module that this build has run, as their reports tell. */
class Tests {
  int run

  /** How many were skipped, by what is missing and how to have it: "no virtual threads: use JDK 21 or newer". */
  final Map<String, Integer> leftOut = [:]

  Tests(MavenProject module, Date since) {
    ['surefire-reports', 'failsafe-reports'].each { folder ->
      new File(module.build.directory, folder).listFiles()?.each { file ->
        if (file.name ==~ /TEST-.*\.xml/ && file.lastModified() >= since.time) {
          read(file)
        }
      }
    }
  }

  private void read(File report) {
    def document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report)
    def skipped = document.getElementsByTagName('skipped')
    run += document.getElementsByTagName('testcase').length - skipped.length
    for (int i = 0; i < skipped.length; i++) {
      // The message is an attribute, or the first line of a stack trace.
      def told = skipped.item(i).getAttribute('message') + skipped.item(i).textContent
      def missing = told =~ /no .+: .+/
      if (missing) {
        leftOut.merge(missing.group(), 1, Integer::sum)
      }
    }
  }
}

class BuildLog extends AbstractExecutionListener {
  private final ExecutionListener maven
  private final Logger logger = LoggerFactory.getLogger(BuildLog)
  private final List<MavenProject> modules
  private final List<MavenProject> measuring
  private final Date start
  private final Map<MavenProject, Long> begun = [:].asSynchronized()
  private final Map<String, Integer> leftOut = [:].asSynchronized()

  /** Whether this build has run tests. */
  private volatile boolean ran

  BuildLog(MavenSession session, List<MavenProject> modules, List<MavenProject> measuring) {
    maven = session.request.executionListener
    this.modules = modules
    this.measuring = measuring
    start = session.startTime
    begun[session.currentProject] = System.nanoTime()
  }

  private String name(MavenProject module) {
    "[${modules.indexOf(module) + 1}/${modules.size()}]".padLeft(7) + " $module.artifactId"
  }

  @Override
  void projectStarted(ExecutionEvent event) {
    if (event.project in modules) {
      begun[event.project] = System.nanoTime()
      logger.info("${name(event.project)} ...")
    }
  }

  @Override
  void projectSucceeded(ExecutionEvent event) {
    ended(event.project, ': ')
  }

  @Override
  void projectFailed(ExecutionEvent event) {
    ended(event.project, ' FAILED: ')
  }

  private void ended(MavenProject module, String how) {
    if (!(module in modules)) {
      return
    }
    Tests tests = new Tests(module, start)
    tests.leftOut.each { missing, count -> leftOut.merge(missing, count, Integer::sum) }
    ran |= tests.run > 0
    long seconds = Math.round((System.nanoTime() - begun[module]) / 1e9)
    logger.info("${name(module)}$how$seconds s" + (tests.run > 0 ? ", tests: $tests.run" : ''))
  }

  @Override
  void projectSkipped(ExecutionEvent event) {
    maven.projectSkipped(event)
  }

  @Override
  void sessionEnded(ExecutionEvent event) {
    // Below the result of a measurement, or why it failed, Maven's table of modules would hide it.
    if (!measuring.any { event.session.result.getBuildSummary(it) }) {
      maven.sessionEnded(event)
    }
    def told = leftOut.collect { missing, count -> "$missing (tests: $count)" }
    if (ran && !('complete' in event.session.request.activeProfiles)) {
      told.add(0, 'whole programs, the pages of the Javadoc, the rules for POMs: add -Pcomplete')
    }
    if (told) {
      logger.info("Left out: ${told.join('; ')}")
    }
  }
}

def built = session.projects
def measuring = built.findAll { it.properties.measures }
if (measuring.size() > 1) {
  throw new IllegalArgumentException("$measuring.artifactId measure: one would be built beside the other; give one profile of these")
}
// Nothing is built beside a measurement, or after it: a module without plugins does nothing.
measuring.each { module ->
  def needed = session.projectDependencyGraph.getUpstreamProjects(module, true) + module
  built = built.findAll { it in needed }
  (session.projects - built).each { it.build.plugins = [] }
}

if (!LoggerFactory.getLogger('org.apache.maven').debugEnabled && session.userProperties['build.log'] != 'maven') {
  [
    'org.apache.maven.plugin': 'warn',
    'org.apache.maven.plugins': 'warn',
    'org.apache.maven.plugin.surefire': 'error', // it warns of every skipped test
    'org.apache.maven.shared': 'warn',
    'org.apache.maven.surefire': 'warn',
    'org.codehaus.mojo': 'warn',
    'org.codehaus.plexus': 'warn',
    'org.jacoco': 'warn',
    'com.diffplug': 'warn',
    'io.quarkus': 'warn',
    'org.springframework.boot': 'warn',
    'org.cyclonedx': 'warn',
    'org.asciidoctor': 'warn',
  ].each { name, level -> System.setProperty("org.slf4j.simpleLogger.log.$name", level) }
  session.request.executionListener = new BuildLog(session, built, measuring)
}
