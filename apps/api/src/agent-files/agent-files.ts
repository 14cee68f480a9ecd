import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../errors/api-error';
import { createAgentExecutables, type AgentExecutables } from './agent-executables';

/** Where the build of apps/agent is: beside the built server, or in dist when the server runs from its sources. */
const folders = [join(__dirname, '../agent'), join(__dirname, '../../../../dist/apps/agent')];

const archiveName = 'drover-agent.tgz';

/** The agent for computers that belongs to this server, and the scripts that install it. */
export interface AgentFiles {
  /** The npm package of the agent. */
  archive: () => Buffer;
  /** The list of checksums of everything to download, as `sha256sum` writes it. */
  checksums: () => Promise<string>;
  /** The script for Linux and macOS. */
  shellScript: (server: string) => string;
  /** The script for Windows. */
  powerShellScript: (server: string) => string;
  /** Returns the path of an executable of the agent, or undefined if this server does not have it. */
  findExecutable: AgentExecutables['find'];
}

/** Reads each file when it is needed first, from the folder or from that of this release. */
export function createAgentFiles(folder?: string, executableFolder?: string): AgentFiles {
  const executables = createAgentExecutables(executableFolder);
  const places = folder === undefined ? folders : [folder];
  const contents = new Map<string, Buffer>();
  const read = (name: string) => {
    const content = contents.get(name) ?? readFirst(places.map((folder) => join(folder, name)));
    contents.set(name, content);
    return content;
  };
  const render = (name: string, server: string) =>
    read(name)
      .toString()
      .replaceAll('@SERVER@', () => server);
  return {
    archive: () => read(archiveName),
    checksums: async () => {
      const sha256 = createHash('sha256').update(read(archiveName)).digest('hex');
      return `${sha256}  ${archiveName}\n${await executables.checksums()}`;
    },
    shellScript: (server) => render('install.sh', `'${server.replaceAll("'", String.raw`'\''`)}'`),
    powerShellScript: (server) => render('install.ps1', `'${server.replaceAll("'", "''")}'`),
    findExecutable: executables.find,
  };
}

function readFirst(paths: string[]): Buffer {
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new ApiError('unavailable', {
    message: 'This server does not have the agent. Start it with `npm start`, or run: npx nx build agent',
  });
}
