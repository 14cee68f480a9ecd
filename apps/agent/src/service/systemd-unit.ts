import { quoteArgument, type ServiceDefinition } from '@drover/service-manager';

/** Seconds that the agent has to stop its runs and to report their end. It takes at most 16. */
const stopSeconds = 30;

/** What only the service of the system can have. A user namespace of a run has capabilities of its own. */
const systemProtections = `ProtectSystem=full
ProtectKernelModules=yes
CapabilityBoundingSet=
AmbientCapabilities=
`;

/**
 * Returns the unit file. It leaves out protections that keep sandboxes of runs from working, such as restricted
 * namespaces or a masked /proc.
 */
export function createUnit({ command, user }: ServiceDefinition, isUser: boolean): string {
  const owner = user ? `User=${user.name}\nGroup=${user.name}\n` : '';
  return `[Unit]
Description=Drover agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
${owner}ExecStart=${command.map(quoteArgument).join(' ')}
Restart=on-failure
RestartSec=5
# The device was removed, its credential was withdrawn, or another agent took over.
RestartPreventExitStatus=3 4

# On stop the agent ends its runs and reports that. Afterwards systemd kills what is left.
KillMode=mixed
TimeoutStopSec=${stopSeconds}
Delegate=yes

NoNewPrivileges=yes
RestrictSUIDSGID=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=~@clock @module @obsolete @raw-io @reboot @swap
SystemCallErrorNumber=EPERM
KeyringMode=private
${user ? systemProtections : ''}
# All runs together. A run that needs more than its own limit does not end the others.
MemoryHigh=70%
MemoryMax=80%
TasksMax=4096
OOMPolicy=continue

[Install]
WantedBy=${isUser ? 'default.target' : 'multi-user.target'}
`;
}
