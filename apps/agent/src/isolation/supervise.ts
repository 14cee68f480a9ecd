import { prefix, type Command } from './command';

/**
 * Runs a command as the first process of its own PID namespace. When the command has ended, the processes that it left
 * running get SIGTERM and five seconds. Then this shell exits, and the system kills what is left in the namespace.
 *
 * SIGTERM is meant for the script. The shell writes nothing, because its output would become lines of the run's log.
 */
const supervisor = `
trap : TERM
exec 4>&2 2>/dev/null
"$@" 2>&4 4>&-
code=$?
if kill -s TERM -- -1; then
  waits=0
  while [ $waits -lt 100 ] && kill -s 0 -- -1; do sleep 0.05; waits=$((waits + 1)); done
fi
exit $code`;

export function supervise(command: Command): Command {
  return prefix(command, 'sh', ['-c', supervisor, 'sh']);
}
