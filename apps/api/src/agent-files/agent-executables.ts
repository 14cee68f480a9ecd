import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Where `npm run executables` writes them, for a server that runs from its build or from its sources. */
const folders = [join(__dirname, '../../executables'), join(__dirname, '../../../../dist/executables')];

/** The compressed executables of the agent, by the package of npm that contains each. */
const files = new Map([
  ['drover-agent-linux-x64.gz', '@drover/agent-linux-x64'],
  ['drover-agent-linux-arm64.gz', '@drover/agent-linux-arm64'],
  ['drover-agent-win32-x64.exe.gz', '@drover/agent-win32-x64'],
]);

/** The agent for machines without Node, as far as this server has it. */
export interface AgentExecutables {
  /** Returns the path of an executable, or undefined if the server does not have it. */
  find: (name: string) => string | undefined;
  /** The list of checksums, as `sha256sum` writes it. */
  checksums: () => Promise<string>;
}

/** Looks into the folder, or for packages beside the server. Files may come and go while the server is running. */
export function createAgentExecutables(folder?: string): AgentExecutables {
  const hashes = new Map<string, Promise<string>>();
  const find = (name: string) => {
    const packageName = files.get(name);
    if (packageName === undefined) return undefined;
    const places = folder === undefined ? [...findPackage(packageName), ...folders] : [folder];
    return places.map((place) => resolve(place, name)).find((path) => getFileKey(path));
  };
  /** Reads each file once. */
  const hash = (path: string) => {
    const key = getFileKey(path) ?? path;
    const known = hashes.get(key) ?? hashFile(path);
    hashes.set(key, known);
    known.catch(() => hashes.delete(key));
    return known;
  };
  return {
    find,
    async checksums() {
      const found = [...files.keys()].flatMap((name) => {
        const path = find(name);
        return path === undefined ? [] : [{ name, path }];
      });
      const lines = await Promise.all(found.map(async ({ name, path }) => `${await hash(path)}  ${name}\n`));
      return lines.join('');
    },
  };
}

/** Returns the folder of an installed package, or nothing. */
function findPackage(name: string): string[] {
  try {
    return [dirname(createRequire(__filename).resolve(`${name}/package.json`))];
  } catch {
    return [];
  }
}

/** Returns what changes with the content of the file, or undefined if there is none. */
function getFileKey(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? `${path}:${stats.size}:${stats.mtimeMs}` : undefined;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
