@echo off
rem Runs Maven with the arguments as given, by the rules of mvnw, but fetches with none of the options. Windows has curl and tar
rem since 2018.
setlocal
set "MVNW_JAVA=java"
if defined JAVA_HOME set "MVNW_JAVA=%JAVA_HOME%\bin\java"
set "MVNW_RELEASE=0"
for /f "tokens=1,* delims== " %%a in ('^""%MVNW_JAVA%" -XshowSettings:properties -version 2^>^&1^"') do (
  if "%%a"=="java.specification.version" set "MVNW_RELEASE=%%b"
  if "%%a"=="java.home" set "MVNW_JDK=%%b"
)
rem Java 8 calls itself 1.8, which is compared as a text and is less, too.
if %MVNW_RELEASE% geq 17 if exist "%MVNW_JDK%\bin\javac.exe" goto :find_maven
echo mvnw: no JDK, 17 or newer, with bin\javac was found: install one, or set JAVA_HOME. 1>&2
exit /b 1

:find_maven
set "MVNW_INSTALLED="
for /f "tokens=1-3" %%a in ('mvn -B -v 2^>nul') do if "%%a %%b"=="Apache Maven" set "MVNW_INSTALLED=%%c"
for /f "tokens=1-3 delims=." %%a in ("%MVNW_INSTALLED%") do if %%a equ 3 (
  if %%b geq 10 goto :installed
  if %%b equ 9 if %%c geq 12 goto :installed
)
for /f "usebackq eol=# tokens=1,* delims==" %%a in ("%~dp0.mvn\wrapper\maven-wrapper.properties") do set "MVNW_%%a=%%b"
set "MVNW_VERSION=%MVNW_distributionUrl:*/apache-maven-=%"
set "MVNW_VERSION=%MVNW_VERSION:-bin.tar.gz=%"
if not defined MVNW_CACHE set "MVNW_CACHE=%USERPROFILE%\.m2\mvnw"
for %%c in ("%MVNW_CACHE%") do set "MVNW_CACHE=%%~fc"
set "MVNW_MAVEN=%MVNW_CACHE%\apache-maven-%MVNW_VERSION%-%MVNW_distributionSha512Sum:~0,8%"
set "MVNW_RUN=%MVNW_MAVEN%\bin\mvn.cmd"
if exist "%MVNW_RUN%" goto :run

echo mvnw: fetching Maven %MVNW_VERSION% once 1>&2
set "MVNW_TMP=%MVNW_CACHE%\fetch.%RANDOM%%TIME:~-2%"
md "%MVNW_TMP%\bin" || exit /b 1
pushd "%MVNW_TMP%"
set "MVNW_FILE=apache-maven-%MVNW_VERSION%-bin.tar.gz"
set "MVNW_URL=%MVNW_distributionUrl%"
if defined MVNW_REPOURL set "MVNW_URL=%MVNW_REPOURL%/org/apache/maven/apache-maven/%MVNW_VERSION%/%MVNW_FILE%"
set "MVNW_WHY=Maven %MVNW_VERSION% could not be fetched: install Maven 3.9.12, or set MVNW_REPOURL to the address of a Maven repository."
if defined MVNW_INSTALLED call mvn -q -B -ntp ^
  org.apache.maven.plugins:maven-dependency-plugin:%MVNW_dependencyPluginVersion%:copy ^
  "-Dartifact=org.apache.maven:apache-maven:%MVNW_VERSION%:tar.gz:bin" "-DoutputDirectory=%MVNW_TMP%" 1>&2
if exist %MVNW_FILE% goto :unpack
if defined MVNW_INSTALLED if not defined MVNW_REPOURL goto :failed
curl -fsSL -o %MVNW_FILE% "%MVNW_URL%" || goto :failed
:unpack
set "MVNW_WHY=nothing was installed: the SHA-512 of %MVNW_FILE% is not the pinned one."
certutil -hashfile %MVNW_FILE% SHA512 | findstr /i /x "%MVNW_distributionSha512Sum%" > nul || goto :failed
"%SystemRoot%\System32\tar.exe" -xz --strip-components 1 -f %MVNW_FILE% -C bin
rem Named bin, so that it cannot be moved into the folder of a process that was faster, whose copy serves both.
move bin "%MVNW_MAVEN%" > nul 2>&1
set "MVNW_WHY=cannot unpack Maven %MVNW_VERSION% to %MVNW_MAVEN%."
if not exist "%MVNW_RUN%" goto :failed
popd
rd /s /q "%MVNW_TMP%"
:run
"%MVNW_RUN%" %*
exit /b %errorlevel%

:installed
rem Without quotes: with them, mvn.cmd would take the current folder for its own.
mvn %*
exit /b %errorlevel%

:failed
popd
rd /s /q "%MVNW_TMP%"
echo mvnw: %MVNW_WHY% 1>&2
exit /b 1
