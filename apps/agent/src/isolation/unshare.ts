import { realpathSync } from 'node:fs';
import { limitResources, prefix } from './command';
import type { Sandbox, SandboxOptions } from './sandbox';
import { supervise } from './supervise';

/**
 * Hides the agent's files and the cgroups in a mount namespace of the run. The processes of the script cannot undo this: they are in
 * another user namespace than the one that owns the mounts.
 */
const hideAgentFiles = `
data=$1
shift
[ ! -e "$data/credential.json" ] || mount --bind /dev/null "$data/credential.json" || exit 125
for folder in state code; do
  [ ! -d "$data/$folder" ] || mount -t tmpfs -o ro,size=4k none "$data/$folder" || exit 125
done
if [ -d "$data/versions" ]; then
  mount --bind "$data/versions" "$data/versions" && mount -o remount,bind,ro "$data/versions" || exit 125
fi
if [ -d /sys/fs/cgroup ]; then mount -t tmpfs -o ro,size=4k none /sys/fs/cgroup || exit 125; fi
exec "$@"`;

/**
 * A sandbox with the namespaces of util-linux, which nearly every Linux has. The agent, its files and other processes
 * are not visible, but scripts can write wherever the agent's user can.
 */
export function createUnshare({ dataFolder, limits, hasMemoryLimit }: SandboxOptions): Sandbox {
  const [user, group] = [process.geteuid!(), process.getegid!()];
  const namespaces = ['--user', '--map-root-user', '--mount', '--ipc', '--pid', '--fork', '--kill-child'];
  return {
    method: 'unshare',
    hasOwnProcesses: true,
    isolate({ programPaths: _, ...command }) {
      const inner = supervise(limitResources(command, limits, { hasOwnUsers: true, hasMemoryLimit }));
      const asUser = prefix(inner, 'unshare', ['--user', `--map-user=${user}`, `--map-group=${group}`, '--']);
      const hidden = prefix(asUser, 'sh', ['-c', hideAgentFiles, 'sh', realpathSync(dataFolder)]);
      return prefix(hidden, 'unshare', [...namespaces, '--mount-proc', '--']);
    },
  };
}
