import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A load balancer that can be told to misbehave. It knows nothing but bytes. */
export class Proxy {
  /** How long each piece takes on its way. */
  delayMs = 0;
  /** Takes everything and passes nothing on, as a network does that lost its route. */
  isSilent = false;
  private readonly sockets = new Set<Socket>();
  private turn = 0;
  private readonly server = createServer((client) => void this.serve(client));

  private constructor(private readonly targets: NetConnectOpts[]) {}

  /** Listens, and passes connections on to these by turns; one that is down is passed over. */
  static async listen(targets: NetConnectOpts[]): Promise<Proxy> {
    const proxy = new Proxy(targets);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts all connections, in the middle of whatever they carry. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  private async serve(client: Socket): Promise<void> {
    this.keep(client);
    const server = await this.reach();
    if (!server) return void client.destroy();
    this.pass(client, server);
    this.pass(server, client);
  }

  private async reach(): Promise<Socket | undefined> {
    for (let tries = 0; tries < this.targets.length; tries += 1) {
      this.turn += 1;
      const socket = connect(this.targets[this.turn % this.targets.length]);
      this.keep(socket);
      const isThere = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isThere) return socket;
    }
    return undefined;
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  private pass(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    from.on('data', (piece: Buffer) => {
      if (this.isSilent) return;
      const { delayMs } = this;
      last = last.then(async () => {
        if (delayMs > 0) await delay(delayMs);
        if (to.writable) to.write(piece);
      });
    });
    from.on('close', () => void last.then(() => to.destroy()));
    if (from.destroyed) to.destroy();
  }
}
