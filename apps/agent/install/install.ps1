# Installs the Drover agent on Windows, for the user who runs it:
#
#   $env:DROVER_ENROLMENT_KEY = 'K7MP4X'; irm https://drover.example.org/install.ps1 | iex
#
# Running it again changes nothing, or updates the agent. To remove it: $env:DROVER_UNINSTALL = 'yes'; irm … | iex
# Not tried on Windows yet. Please report problems.

& {
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'
  $server = @SERVER@
  $library = Join-Path $env:LOCALAPPDATA 'drover-agent'
  $data = Join-Path $env:USERPROFILE '.drover-agent'
  $taskName = 'Drover agent'

  function Remove-Task {
    Stop-ScheduledTask -TaskName $taskName -ErrorAction SilentlyContinue
    Unregister-ScheduledTask -TaskName $taskName -Confirm:$false -ErrorAction SilentlyContinue
  }

  function Expand-Gzip($source, $target) {
    $reader = [IO.Compression.GzipStream]::new([IO.File]::OpenRead($source), [IO.Compression.CompressionMode]::Decompress)
    $writer = [IO.File]::Create($target)
    try { $reader.CopyTo($writer) } finally { $writer.Dispose(); $reader.Dispose() }
  }

  if ($env:DROVER_UNINSTALL) {
    Remove-Task
    try {
      $credential = Get-Content (Join-Path $data 'credential.json') -Raw | ConvertFrom-Json
      Invoke-RestMethod -Method Delete -TimeoutSec 10 -Uri "$($credential.server)/link/credential" `
        -Headers @{ Authorization = "token $($credential.token)" } | Out-Null
    } catch {
      Write-Output "The token of the device may still be valid: $_"
    }
    Remove-Item -Recurse -Force $library, $data -ErrorAction SilentlyContinue
    Write-Output 'The agent is removed from this machine. Remove the device in the console, too.'
    return
  }

  $node = (Get-Command node -ErrorAction SilentlyContinue).Source
  if ($node -and [version](& $node -p process.versions.node) -lt [version]'20.19') { $node = $null }
  if ($node) { $name = 'drover-agent.tgz'; $file = 'main.js' }
  else { $name = 'drover-agent-win32-x64.exe.gz'; $file = 'drover-agent.exe' }

  $checksums = Invoke-RestMethod "$server/downloads/checksums.txt"
  if ($checksums -notmatch '(?m)^[0-9a-f]{64}  drover-agent\.tgz') {
    throw "$server did not respond like a Drover server. Check the address."
  }
  if ($checksums -notmatch "(?m)^([0-9a-f]{64})  $([regex]::Escape($name))") {
    throw "Node is missing or too old, and $server has no executable of the agent for Windows. " +
      'Install Node 20.19 or newer: https://nodejs.org/download. Then run this again.'
  }
  $expected = $Matches[1]
  $program = Join-Path $library $expected.Substring(0, 16)
  $isNew = -not (Test-Path (Join-Path $program $file))
  if ($isNew) {
    $download = New-TemporaryFile
    Invoke-WebRequest -UseBasicParsing "$server/downloads/$name" -OutFile $download
    if ((Get-FileHash -Algorithm SHA256 $download).Hash -ne $expected) {
      Remove-Item $download
      throw 'The downloaded agent does not match its checksum. Nothing was installed. Run this again.'
    }
    New-Item -ItemType Directory -Force $program | Out-Null
    if ($node) { tar -xzf $download -C $program --strip-components=1 }
    else { Expand-Gzip $download (Join-Path $program $file) }
    Remove-Item $download
  }

  $main = Join-Path $program $file
  if ($node) { & $node $main enrol --server $server --data $data }
  else { & $main enrol --server $server --data $data }
  if ($LASTEXITCODE -ne 0) {
    if ($isNew) { Remove-Item -Recurse -Force $program }
    throw 'The device could not be enrolled. Nothing was installed.'
  }

  if ($isNew -or -not (Get-ScheduledTask -TaskName $taskName -ErrorAction SilentlyContinue)) {
    Remove-Task
    $log = Join-Path $data 'agent.log'
    $start = if ($node) { "& '$node' '$(Join-Path $program 'launcher.js')'" } else { "& '$main' launcher.js" }
    $command = "$start --data '$data' *>> '$log'"
    $action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "-NoProfile -WindowStyle Hidden -Command `"$command`""
    $trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
    $settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
      -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
    Register-ScheduledTask -TaskName $taskName -Action $action -Trigger $trigger -Settings $settings | Out-Null
    Start-ScheduledTask -TaskName $taskName
  }
  Write-Output "The agent runs as the task '$taskName' of this user. Log: $(Join-Path $data 'agent.log')"
}
