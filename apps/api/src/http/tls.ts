import { readFileSync } from 'node:fs';
import { Server as HttpsServer } from 'node:https';
import type { Server } from 'node:http';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { Settings } from '../context/settings';
import { startPeriodicTask } from '../tasks/periodic-task';

/** How often the files are read. They are small, and a link to other files, as Kubernetes sets it, is noticed too. */
const everyMs = 5_000;

interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

type TlsSettings = Pick<Settings, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>;

/** Reads the certificate and the key of the server, which must fit together. Returns undefined if the server does not use TLS. */
export function readTlsFiles(settings: TlsSettings): TlsFiles | undefined {
  const { TLS_CERT_FILE, TLS_KEY_FILE } = settings;
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return undefined;
  const files = { cert: read('TLS_CERT_FILE', TLS_CERT_FILE), key: read('TLS_KEY_FILE', TLS_KEY_FILE) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE: ${(error as Error).message}.`, { cause: error });
  }
  return files;
}

/** Uses changed files for new connections. Open connections continue. Returns the function that ends this. */
export function reloadTlsFiles(server: Server, settings: TlsSettings, log: Logger): () => unknown {
  if (!(server instanceof HttpsServer)) return () => undefined;
  let current = readTlsFiles(settings);
  // While only one of the two files is replaced, reading them fails. The next run tries again.
  const reload = async () => {
    const files = readTlsFiles(settings);
    if (!files || (current?.cert.equals(files.cert) && current.key.equals(files.key))) return;
    server.setSecureContext(files);
    current = files;
    log.info('TLS certificate reloaded');
  };
  return startPeriodicTask(reload, { everyMs, log, failure: 'could not reload the TLS certificate' }).end;
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name}: cannot read ${path} (${code}).`, { cause: error });
  }
}
