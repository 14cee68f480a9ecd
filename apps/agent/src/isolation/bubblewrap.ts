import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { limitResources, prefix } from './command';
import type { Sandbox, SandboxOptions, ScriptCommand } from './sandbox';
import { supervise } from './supervise';

/** Folders for temporary files. In the sandbox, each is the folder of the run. */
const temporaryFolders = ['/tmp', '/var/tmp', '/dev/shm'];

/** Folders whose content the sandbox replaces. */
const replacedFolders = [...temporaryFolders, '/run', '/dev', '/proc'];

/**
 * A sandbox in which the system is read-only, and the agent's data folder, other processes, devices and the sockets of
 * system services are not visible. The folder of the run is the only one that can be written, and the home folder.
 */
export function createBubblewrap(options: SandboxOptions): Sandbox {
  const { limits, hasMemoryLimit, writable } = options;
  const dataFolder = realpathSync(options.dataFolder);
  return {
    method: 'bubblewrap',
    hasOwnProcesses: true,
    isolate(script) {
      const { programPaths: _, ...command } = script;
      const env = { ...command.env, HOME: '/tmp', TMPDIR: '/tmp', TEMP: '/tmp', TMP: '/tmp' };
      const inner = supervise(
        limitResources({ ...command, env }, limits, { hasOwnUsers: true, hasMemoryLimit }),
      );
      return prefix(inner, 'bwrap', [
        ...['--die-with-parent', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'],
        ...temporaryFolders.flatMap((folder) => ['--bind', command.cwd, folder]),
        ...[...nameServiceFolders(), ...hiddenPaths(script)].flatMap((path) => ['--ro-bind', path, path]),
        ...writable.flatMap((folder) => ['--bind', folder, folder]),
        ...(isVisible(dataFolder, writable) ? hideFolder(dataFolder, script) : []),
        ...['--remount-ro', '/run', '--remount-ro', '/dev', '--chdir', '/tmp', '--'],
      ]);
    },
  };
}

/** Hides the data folder, except for the program of the script, which is there after an update. */
function hideFolder(folder: string, { programPaths }: ScriptCommand): string[] {
  const programs = programPaths.filter((path) => isBelow(path, [folder]));
  return [
    ...['--tmpfs', folder],
    ...programs.flatMap((path) => ['--ro-bind', path, path]),
    ...['--remount-ro', folder],
  ];
}

function hiddenPaths({ file, programPaths }: ScriptCommand): string[] {
  return [file, ...programPaths].filter((path) => isBelow(path, replacedFolders));
}

/** Returns folders in /run that are needed to resolve host names, and to find programs on NixOS. */
function nameServiceFolders(): string[] {
  const resolver = existsSync('/etc/resolv.conf') ? dirname(realpathSync('/etc/resolv.conf')) : '/etc';
  const needed = [resolver, '/run/nscd', '/run/current-system'];
  return needed.filter((folder) => isBelow(folder, ['/run']) && existsSync(folder));
}

function isVisible(folder: string, writable: string[]): boolean {
  return !isBelow(folder, replacedFolders) || isBelow(folder, writable);
}

function isBelow(path: string, folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder + sep));
}
