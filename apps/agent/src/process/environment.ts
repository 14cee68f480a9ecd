/** Environment variables that a script's process inherits from the agent. None of them holds the device token. */
const inheritedVariables = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'DISPLAY', 'WAYLAND_DISPLAY',
  'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SystemRoot', 'SystemDrive', 'ComSpec', 'PATHEXT',
  'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'ProgramFiles', 'ProgramData', 'windir',
]; // prettier-ignore

/** Returns what the process of a script finds in its environment. Temporary files go to the folder of the run. */
export function inheritEnvironment(workFolder: string): NodeJS.ProcessEnv {
  const inherited = inheritedVariables
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv),
    TMPDIR: workFolder,
    TEMP: workFolder,
    TMP: workFolder,
  };
}
