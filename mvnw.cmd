@echo off
rem Runs the Maven version that .mvn\wrapper.properties pins, with the arguments as given. As mvnw does, it takes
rem that Maven from its cache (MVNW_CACHE, or .m2\mvnw in your profile folder); .mvn\fetch-maven.ps1 puts it there.
setlocal

set "MVNW_JAVA=java"
if not defined JAVA_HOME goto :ask_java
set "MVNW_JAVA=%JAVA_HOME%\bin\java"
if exist "%MVNW_JAVA%.exe" goto :ask_java
echo mvnw: JAVA_HOME is %JAVA_HOME%, but there is no bin\java.exe in it: set it to a JDK, 17 or newer. 1>&2
exit /b 1

:ask_java
set "MVNW_ANSWER=%TEMP%\mvnw-%RANDOM%%RANDOM%.txt"
"%MVNW_JAVA%" -XshowSettings:properties -version > "%MVNW_ANSWER%" 2>&1
if not errorlevel 1 goto :read_java
del /q "%MVNW_ANSWER%" 2> nul
echo mvnw: no Java found: install a JDK, 17 or newer, or set JAVA_HOME to one. 1>&2
exit /b 1

:read_java
set "MVNW_RELEASE=0"
for /f "usebackq tokens=1,3" %%a in ("%MVNW_ANSWER%") do if "%%a"=="java.specification.version" set "MVNW_RELEASE=%%b"
del /q "%MVNW_ANSWER%" 2> nul
rem Java 8 calls itself 1.8.
for /f "delims=." %%v in ("%MVNW_RELEASE%") do set /a "MVNW_FEATURE=%%v"
if %MVNW_FEATURE% geq 17 goto :find_maven
echo mvnw: this is Java %MVNW_RELEASE%: install a JDK, 17 or newer, or set JAVA_HOME to one. 1>&2
exit /b 1

:find_maven
for /f "usebackq eol=# tokens=1,* delims==" %%a in ("%~dp0.mvn\wrapper.properties") do set "MVNW_%%a=%%b"
if not defined MVNW_CACHE set "MVNW_CACHE=%USERPROFILE%\.m2\mvnw"
set "MVNW_MAVEN=%MVNW_CACHE%\apache-maven-%MVNW_mavenVersion%-%MVNW_mavenSha512:~0,8%"
if exist "%MVNW_MAVEN%\bin\mvn.cmd" goto :run_maven
powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0.mvn\fetch-maven.ps1" %*
if errorlevel 1 exit /b 1

:run_maven
"%MVNW_MAVEN%\bin\mvn.cmd" %*
