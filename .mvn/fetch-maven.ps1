# Puts the pinned Maven into the cache for mvnw.cmd, which says by MVNW_... what and where to. In this order: an
# installed mvn (3.6.3 or newer) fetches it from the repositories that you have configured; else it comes from
# MVNW_REPOURL, the address of a Maven repository. It is unpacked only if its SHA-512 is the pinned one.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$version = $env:MVNW_mavenVersion
$archive = "apache-maven-$version-bin.tar.gz"

function Say([string] $text) {
  [Console]::Error.WriteLine("mvnw: $text")
}

# The caller's options that say where to fetch from, with absolute paths.
function Select-Options([string[]] $all) {
  for ($i = 0; $i -lt $all.Count; $i++) {
    if ($all[$i] -cin '-s', '--settings', '-gs', '--global-settings' -and $i + 1 -lt $all.Count) {
      $all[$i]
      $i++
      [IO.Path]::GetFullPath([IO.Path]::Combine($PWD.Path, $all[$i]))
    } elseif ($all[$i] -clike '-Dmaven.repo.local=*') {
      $folder = $all[$i].Substring('-Dmaven.repo.local='.Length)
      '-Dmaven.repo.local=' + [IO.Path]::GetFullPath([IO.Path]::Combine($PWD.Path, $folder))
    } elseif ($all[$i] -cin '-o', '--offline') {
      $all[$i]
    }
  }
}

# Runs an installed mvn outside the project, whose POM and .mvn are not its business.
function Invoke-Mvn([string] $folder, [string[]] $arguments) {
  Push-Location $folder
  try {
    $ErrorActionPreference = 'Continue'
    & mvn @arguments 2>&1 | ForEach-Object { "$_" }
  } finally {
    Pop-Location
  }
}

function Get-ByMvn([string] $folder, [string[]] $options) {
  $plugin = "org.apache.maven.plugins:maven-dependency-plugin:$($env:MVNW_fetchPluginVersion):copy"
  $arguments = @('-B', '-ntp') + $options + @($plugin,
    "-Dartifact=org.apache.maven:apache-maven:${version}:tar.gz:bin", "-DoutputDirectory=$folder")
  Invoke-Mvn $folder $arguments | Out-Null
  Test-Path (Join-Path $folder $archive)
}

function Test-Mvn([string] $folder) {
  if (-not (Get-Command mvn -ErrorAction SilentlyContinue)) {
    return $false
  }
  $found = Invoke-Mvn $folder @('-v') | Select-String 'Apache Maven (\d+\.\d+\.\d+)' | Select-Object -First 1
  $found -and [version] $found.Matches[0].Groups[1].Value -ge [version] '3.6.3'
}

$folder = $null
try {
  New-Item -ItemType Directory -Force -Path $env:MVNW_CACHE | Out-Null
  $cache = (Resolve-Path -LiteralPath $env:MVNW_CACHE).Path
  $folder = Join-Path $cache ('fetch.' + [guid]::NewGuid())
  New-Item -ItemType Directory -Path $folder | Out-Null

  $from = $null
  if (Test-Mvn $folder) {
    Say "fetching Maven $version once, by the installed mvn"
    if (Get-ByMvn $folder @(Select-Options $args)) {
      $from = 'your configured repositories'
    }
  }
  if (-not $from -and $env:MVNW_REPOURL) {
    Say "fetching Maven $version once, from MVNW_REPOURL"
    $url = $env:MVNW_REPOURL.TrimEnd('/') + "/org/apache/maven/apache-maven/$version/$archive"
    try {
      (New-Object Net.WebClient).DownloadFile($url, (Join-Path $folder $archive))
    } catch {
      throw "Maven $version is needed, but MVNW_REPOURL did not give it: $($_.Exception.GetBaseException().Message)"
    }
    $from = 'MVNW_REPOURL'
  }
  if (-not $from) {
    throw "Maven $version is needed: install mvn 3.6.3 or newer, or set MVNW_REPOURL to the address of a Maven repository."
  }

  if ((Get-FileHash -Algorithm SHA512 (Join-Path $folder $archive)).Hash -ne $env:MVNW_mavenSha512) {
    throw "$archive from $from does not have the pinned SHA-512: nothing was installed."
  }
  # Windows has a tar of its own since 2018.
  & "$env:SystemRoot\System32\tar.exe" -xzf (Join-Path $folder $archive) -C $folder
  if ($LASTEXITCODE -ne 0) {
    throw "cannot unpack $archive to $cache."
  }
  try {
    [IO.Directory]::Move((Join-Path $folder "apache-maven-$version"), $env:MVNW_MAVEN)
  } catch {
    # Another process may have been faster; its copy serves as well.
    if (-not (Test-Path (Join-Path $env:MVNW_MAVEN 'bin\mvn.cmd'))) {
      throw
    }
  }
} catch {
  Say $_.Exception.Message
  exit 1
} finally {
  if ($folder) {
    Remove-Item -Recurse -Force -LiteralPath $folder -ErrorAction SilentlyContinue
  }
}
