import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { isSuccessful, runCommand } from './run-command';
import type { SystemUser } from './service-manager';

const systemUserName = 'drover-agent';

/** Returns the user of the agent, or undefined if the system has none. */
function findSystemUser(): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, systemUserName], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { name: systemUserName, uid, gid };
}

/** Creates the user of the agent with its home folder. Does nothing if it exists. */
export function ensureSystemUser(home: string): SystemUser {
  if (!findSystemUser()) createSystemUser(home);
  const user = findSystemUser();
  if (!user) throw new Error(`The user ${systemUserName} could not be created.`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chmodSync(home, 0o700);
  chownSync(home, user.uid, user.gid);
  return user;
}

/** Small systems have the `adduser` of BusyBox instead of `useradd`. */
function createSystemUser(home: string): void {
  const isBusyBox = !isSuccessful('sh', ['-c', 'command -v useradd']);
  if (isBusyBox) runCommand('adduser', ['-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', systemUserName]);
  else {
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', home];
    runCommand('useradd', [...options, '--shell', '/usr/sbin/nologin', systemUserName]);
  }
}

/** Removes the user of the agent, and its home folder with everything in it. */
export function removeSystemUser(home: string): void {
  if (findSystemUser() && !isSuccessful('userdel', [systemUserName])) {
    runCommand('deluser', [systemUserName]);
  }
  rmSync(home, { recursive: true, force: true });
}
