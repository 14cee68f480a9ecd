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

  if ($env:DROVER_UNINSTALL) {
    Remove-Task
    Remove-Item -Recurse -Force $library, $data -ErrorAction SilentlyContinue
    Write-Output 'The agent is removed from this machine. Remove the device in the console, too.'
    return
  }

  $node = (Get-Command node -ErrorAction SilentlyContinue).Source
  if (-not $node) {
    throw 'Node is missing. The agent needs Node 20.19 or newer: see https://nodejs.org/download. Then run this again.'
  }
  if ([version](& $node -p process.versions.node) -lt [version]'20.19') {
    throw "The agent needs Node 20.19 or newer. $node is older. Update it, then run this again."
  }

  $checksums = Invoke-RestMethod "$server/downloads/checksums.txt"
  if ($checksums -notmatch '(?m)^([0-9a-f]{64})  drover-agent\.tgz') {
    throw "$server did not respond like a Drover server. Check the address."
  }
  $expected = $Matches[1]
  $program = Join-Path $library $expected.Substring(0, 16)
  $isNew = -not (Test-Path (Join-Path $program 'main.js'))
  if ($isNew) {
    $download = New-TemporaryFile
    Invoke-WebRequest -UseBasicParsing "$server/downloads/drover-agent.tgz" -OutFile $download
    if ((Get-FileHash -Algorithm SHA256 $download).Hash -ne $expected) {
      Remove-Item $download
      throw 'The downloaded agent does not match its checksum. Nothing was installed. Run this again.'
    }
    New-Item -ItemType Directory -Force $program | Out-Null
    tar -xzf $download -C $program --strip-components=1
    Remove-Item $download
  }

  $main = Join-Path $program 'main.js'
  & $node $main enrol --server $server --data $data
  if ($LASTEXITCODE -ne 0) {
    if ($isNew) { Remove-Item -Recurse -Force $program }
    throw 'The device could not be enrolled. Nothing was installed.'
  }

  if ($isNew -or -not (Get-ScheduledTask -TaskName $taskName -ErrorAction SilentlyContinue)) {
    Remove-Task
    $log = Join-Path $data 'agent.log'
    $launcher = Join-Path $program 'launcher.js'
    $command = "& '$node' '$launcher' --data '$data' *>> '$log'"
    $action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "-NoProfile -WindowStyle Hidden -Command `"$command`""
    $trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
    $settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
      -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
    Register-ScheduledTask -TaskName $taskName -Action $action -Trigger $trigger -Settings $settings | Out-Null
    Start-ScheduledTask -TaskName $taskName
  }
  Write-Output "The agent runs as the task '$taskName' of this user. Log: $(Join-Path $data 'agent.log')"
}
