import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../nx.cjs';
import type { Platform } from './platforms';

const readText = (path: string) => readFileSync(join(root, path), 'utf8');

/** Writes the package of npm with the executable of the agent, which a server beside it hands out. */
export function writePackage({ name, extension }: Platform, target: string): void {
  const folder = join(target, 'packages', `agent-${name}`);
  const file = `drover-agent-${name}${extension}.gz`;
  const { version, license, homepage, repository, bugs, publishConfig } = JSON.parse(
    readText('apps/agent/package.json'),
  ) as Record<string, unknown>;
  const manifest = {
    name: `@drover/agent-${name}`,
    version,
    description: `The Drover agent as a single executable for ${name}, which a Drover server hands out`,
    ...{ license, homepage, repository, bugs },
    files: [file],
    publishConfig,
  };
  mkdirSync(folder, { recursive: true });
  cpSync(join(target, file), join(folder, file));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), createReadme(name, file));
}

const createReadme = (name: string, file: string) => `# @drover/agent-${name}

The agent of [Drover](https://www.npmjs.com/package/@drover/server) for devices without Node (${name}), compressed as \`${file}\`.
Install it beside the server, and the server hands it out to such devices:

\`\`\`sh
npm install --global @drover/server @drover/agent-${name}
\`\`\`
`;
