import type { MessagePort } from 'node:worker_threads';
import { startThread } from '../program';
import { sendRequest, type HttpRequest, type HttpResult } from './http-client';

/** First argument of the thread that sends the requests of a script which waits for the response. */
export const HTTP_WORKER = 'drover-http-worker';

interface Job {
  request: HttpRequest;
  port: MessagePort;
  done: Int32Array;
}

type Reply = { result: HttpResult } | { error: string };

/** Sends requests for the thread that started this one. */
export function runHttpWorker(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  parentPort!.on('message', ({ request, port, done }: Job) => void answer(request, port, done));
}

async function answer(request: HttpRequest, port: MessagePort, done: Int32Array): Promise<void> {
  const reply = await sendRequest(request).then(
    (result): Reply => ({ result }),
    (error: Error): Reply => ({ error: error.message }),
  );
  port.postMessage(reply);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}

/** Returns a function that sends a request and blocks this thread until the response is there. */
export function createBlockingSender(): (request: HttpRequest) => HttpResult {
  const { MessageChannel, receiveMessageOnPort } = process.getBuiltinModule('node:worker_threads');
  const worker = startThread(HTTP_WORKER, { stderr: false });
  worker.unref();
  return (request) => {
    const { port1, port2 } = new MessageChannel();
    const done = new Int32Array(new SharedArrayBuffer(4));
    worker.postMessage({ request, port: port2, done }, [port2]);
    Atomics.wait(done, 0, 0);
    const reply = receiveMessageOnPort(port1)?.message as Reply;
    port1.close();
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  };
}
