import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../nx.cjs';

/** Version of the agent that the device is updated to. */
export const newVersion = '100.0.1';

const built = join(root, 'dist/apps/agent');

/** Writes the built agent with the new version, as servers hand it out. Returns the value of AGENT_FILES. */
export function packNewAgent(folder: string): string {
  const target = join(folder, 'agent-files');
  const draft = join(folder, 'agent-draft/package');
  mkdirSync(target);
  mkdirSync(draft, { recursive: true });
  for (const name of ['launcher.js', 'script-child.js', 'package.json']) {
    cpSync(join(built, name), join(draft, name));
  }
  const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as { version: string };
  const main = readFileSync(join(built, 'main.js'), 'utf8');
  writeFileSync(join(draft, 'main.js'), main.replaceAll(`"${version}"`, `"${newVersion}"`));
  for (const name of ['install.sh', 'install.ps1']) cpSync(join(built, name), join(target, name));
  execFileSync('tar', ['-czf', join(target, 'drover-agent.tgz'), '-C', join(draft, '..'), 'package']);
  return target;
}
