import type { Server } from 'node:http';

interface ListenOptions {
  host: string;
  port: number;
  /** The setting of the port. */
  setting: string;
}

/** Starts to listen. The error for a port in use names the setting. */
export function listen(server: Server, { host, port, setting }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken ? new Error(`Port ${port} of ${host} is in use. Set ${setting} to another port.`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
