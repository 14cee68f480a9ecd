import { quoteArgument, type ServiceDefinition } from '@drover/service-manager';
import { VERSION } from '../../context/version';

/** The server as a service. */
export interface ServerDefinition extends ServiceDefinition {
  /** Folders that the server may write to. */
  writableFolders: string[];
}

/** Seconds that the server has to finish its requests. It takes at most 15. */
const stopSeconds = 30;

/**
 * Returns the unit file. It names the version, so that an installation of another version changes it and restarts the
 * server.
 */
export function createUnit(definition: ServerDefinition, isUser: boolean): string {
  const { command, dataFolder } = definition;
  return `[Unit]
Description=Drover server ${VERSION}
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=${command.map(quoteArgument).join(' ')}
WorkingDirectory=${escapeSpecifiers(dataFolder)}
UMask=0077
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=${stopSeconds}

# One for each device and request.
LimitNOFILE=65536

NoNewPrivileges=yes
RestrictSUIDSGID=yes
LockPersonality=yes
${isUser ? '' : createSystemOptions(definition)}
[Install]
WantedBy=${isUser ? 'default.target' : 'multi-user.target'}
`;
}

/** Returns the options of a service of the system. The manager of a user may not set them. */
function createSystemOptions({ user, writableFolders }: ServerDefinition): string {
  return `
User=${user?.name}
Group=${user?.name}
# For ports below 1024, such as 443.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
# The socket of the embedded database, which backups use.
RuntimeDirectory=${user?.name}
RuntimeDirectoryMode=0700
Environment=TMPDIR=/run/${user?.name}

ProtectSystem=strict
ReadWritePaths=${writableFolders.map((folder) => quoteArgument(folder)).join(' ')}
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
`;
}

const escapeSpecifiers = (path: string) => path.replaceAll('%', '%%');
