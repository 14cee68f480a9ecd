import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { isSuccessful, runCommand } from './run-command';
import type { SystemUser } from './service-manager';

/** Returns the user, or undefined if the system has none of this name. */
function findSystemUser(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
}

/** Creates the user of a service with its home folder. Does nothing if it exists. */
export function ensureSystemUser(name: string, home: string): SystemUser {
  if (!findSystemUser(name)) createSystemUser(name, home);
  const user = findSystemUser(name);
  if (!user) throw new Error(`The user ${name} could not be created.`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chmodSync(home, 0o700);
  chownSync(home, user.uid, user.gid);
  return user;
}

/** Small systems have the `adduser` of BusyBox instead of `useradd`. */
function createSystemUser(name: string, home: string): void {
  const isBusyBox = !isSuccessful('sh', ['-c', 'command -v useradd']);
  if (isBusyBox) runCommand('adduser', ['-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', name]);
  else {
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', home];
    runCommand('useradd', [...options, '--shell', '/usr/sbin/nologin', name]);
  }
}

/** Removes the user of a service, and its home folder with everything in it. */
export function removeSystemUser(name: string, home: string): void {
  if (findSystemUser(name) && !isSuccessful('userdel', [name])) runCommand('deluser', [name]);
  rmSync(home, { recursive: true, force: true });
}

/** Returns the options of a child process that runs as the user of a service. */
export const asUser = (user: SystemUser | undefined, home: string) =>
  user ? { uid: user.uid, gid: user.gid, cwd: home } : {};

/** Throws if the user cannot execute a program. Those in the home folder of root cannot be executed by others. */
export function assertExecutable([file = '', main = '']: string[], user: SystemUser): void {
  const { status } = spawnSync(file, [main, '--version'], { ...asUser(user, '/'), stdio: 'ignore' });
  if (status !== 0) {
    throw new Error(
      `The user ${user.name} cannot execute ${file} ${main}. Install Node for all users, such as in /usr.`,
    );
  }
}
