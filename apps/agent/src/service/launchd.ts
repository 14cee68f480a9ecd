import {
  isSuccessful,
  runCommand,
  type ServiceDefinition,
  type ServiceManager,
} from '@drover/service-manager';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

const label = 'dev.drover.agent';

/** Installs the agent as a launch agent of the calling user. Not tried on a Mac yet. */
export function createLaunchd(): ServiceManager {
  const domain = `gui/${userInfo().uid}`;
  const path = join(homedir(), 'Library/LaunchAgents', `${label}.plist`);
  const log = join(homedir(), 'Library/Logs/drover-agent.log');
  const isInstalled = () => existsSync(path);
  const isRunning = () => isSuccessful('launchctl', ['print', `${domain}/${label}`]);
  return {
    name: 'launchd',
    log,
    notes: ['Installation on macOS has not been tried yet. Please report problems.'],
    isInstalled,
    isRunning,
    install(definition) {
      const content = createPropertyList(definition, log);
      const isNew = !isInstalled() || readFileSync(path, 'utf8') !== content;
      if (!isNew && isRunning()) return false;
      if (isRunning()) runCommand('launchctl', ['bootout', `${domain}/${label}`]);
      for (const file of [path, log]) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(path, content);
      runCommand('launchctl', ['bootstrap', domain, path]);
      return true;
    },
    uninstall() {
      if (isRunning()) runCommand('launchctl', ['bootout', `${domain}/${label}`]);
      rmSync(path, { force: true });
    },
  };
}

/** Returns the property list of the launch agent. */
export function createPropertyList({ command, dataFolder }: ServiceDefinition, log: string): string {
  const text = (value: string) => `<string>${escapeXml(value)}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(label)}
  <key>ProgramArguments</key>
  <array>
${command.map((argument) => `    ${text(argument)}`).join('\n')}
  </array>
  <key>WorkingDirectory</key>
  ${text(dataFolder)}
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>StandardOutPath</key>
  ${text(log)}
  <key>StandardErrorPath</key>
  ${text(log)}
</dict>
</plist>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
