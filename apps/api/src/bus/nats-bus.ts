import { connect, type ConnectionOptions, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus, Topics } from './bus';
import { createLocalBus } from './local-bus';

/** How long a first connection, and the last messages of a node, may take. */
const connectTimeoutMs = 5_000;
const drainMs = 2_000;

interface NatsBusOptions {
  /** One server or more, with commas between them. */
  url: string;
  nodeId: string;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The bus of an installation of many nodes. This node hears itself without NATS; while NATS is away, nothing is kept for
 * the others, who are told of the gap once it is back.
 */
export async function connectNatsBus({ url, nodeId, log }: NatsBusOptions): Promise<Bus> {
  const local = createLocalBus();
  const connection = await open(url, nodeId);
  let isConnected = true;

  const bus: Bus = {
    publish(topic, message, target) {
      if (target === undefined || target === nodeId) local.publish(topic, message);
      if (target === nodeId || !isConnected) return;
      const subject = target === undefined ? `drover.all.${topic}` : `drover.node.${target}.${topic}`;
      try {
        connection.publish(subject, JSON.stringify(message));
      } catch (error) {
        log.warn({ err: error, topic }, 'other nodes were not told; they look by themselves');
      }
    },
    subscribe: (topic, handler) => local.subscribe(topic, handler),
    isShared: true,
    isReady: () => isConnected,
    async close() {
      if (isConnected) await Promise.race([connection.drain(), delay(drainMs, undefined, { ref: false })]);
      isConnected = false;
      await connection.close();
      await local.close();
    },
  };

  for (const subject of ['drover.all.*', `drover.node.${nodeId}.*`]) {
    connection.subscribe(subject, { callback: hear });
  }
  void follow();
  // Until NATS knows what this node listens to, it would miss what others say.
  await connection.flush();
  return bus;

  function hear(error: Error | null, message: Msg): void {
    if (error) return log.warn({ err: error }, 'messages of other nodes may have been missed');
    const topic = message.subject.slice(message.subject.lastIndexOf('.') + 1) as keyof Topics;
    try {
      local.publish(topic, message.json<Topics[typeof topic]>());
    } catch {
      log.warn({ topic }, 'something else than Drover speaks on its subjects of NATS');
    }
  }

  async function follow(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && isConnected) {
        isConnected = false;
        log.warn('NATS is away; this node works on alone');
      }
      if (type === 'reconnect') {
        isConnected = true;
        log.info('NATS is back');
        bus.publish('gap', {});
      }
    }
  }
}

async function open(url: string, nodeId: string): Promise<NatsConnection> {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const [{ username, password, protocol }] = servers;
  const options: ConnectionOptions = {
    servers: servers.map(({ host }) => host),
    ...(username && password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username && !password && { token: decodeURIComponent(username) }),
    ...(protocol === 'tls:' && { tls: {} }),
    name: `drover ${nodeId}`,
    noEcho: true,
    timeout: connectTimeoutMs,
    // For ever, whatever the reason: a server that starts may refuse credentials that it takes a moment later.
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  };
  try {
    return await connect(options);
  } catch (error) {
    const names = servers.map(({ host }) => host).join(', ');
    const { message } = error as Error;
    throw new Error(`NATS_URL: NATS at ${names} cannot be used: ${message}.`, { cause: error });
  }
}
