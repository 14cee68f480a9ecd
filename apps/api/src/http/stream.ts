import type { Response } from 'express';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { LongList, type ListPage } from '../database/lists';

/** How long a reader of a long list may read nothing. */
const idleTimeoutMs = 60_000;

/** Responds with 200 and a stream. Closes the connection if the stream fails, so that no part passes for the whole. */
export function streamed(response: Response, body: Readable) {
  if (response.closed || response.req.method === 'HEAD') {
    body.destroy();
    response.end();
  }
  response.once('close', () => body.destroy());
  body.once('error', () => response.destroy());
  return { status: 200 as const, body: body as unknown };
}

/** Responds with 200 and a list. Streams a long one, whose `count` comes last. */
export async function okList<Item>(
  response: Response,
  schema: z.ZodType<Item>,
  reading: Promise<ListPage<Item> | LongList<Item>>,
): Promise<{ status: 200; body: ListPage<Item> }> {
  const list = await reading;
  if (!(list instanceof LongList)) return { status: 200, body: list };
  const toRecord = (item: Item) => schema.parse(item);
  const toEnd = (count: number) => ({ count, ...list.total });
  return streamRecords(response, list.pages, { field: 'items', toRecord, toEnd }) as never;
}

interface Records<Item> {
  /** Name of the array. */
  field: string;
  toRecord: (item: Item) => unknown;
  /** Returns the fields after the array. */
  toEnd: (count: number) => object;
}

/** Streams an object with an array of records. Reads the next page when the client has read the previous one. */
export function streamRecords<Item>(
  response: Response,
  pages: AsyncIterable<Item[]>,
  records: Records<Item>,
) {
  response.type('json');
  response.setTimeout(idleTimeoutMs, () => response.destroy());
  const body = Readable.from(writeRecords(pages, records), { objectMode: false });
  body.once('error', (err) => response.req.log.error({ err }, 'a list was not sent completely'));
  return streamed(response, body);
}

async function* writeRecords<Item>(
  pages: AsyncIterable<Item[]>,
  { field, toRecord, toEnd }: Records<Item>,
): AsyncGenerator<string, void, undefined> {
  yield `{${JSON.stringify(field)}:[`;
  let count = 0;
  for await (const items of pages) {
    if (items.length === 0) continue;
    const text = items.map((item) => JSON.stringify(toRecord(item))).join();
    yield count === 0 ? text : `,${text}`;
    count += items.length;
  }
  const end = JSON.stringify(toEnd(count)).slice(1);
  yield end === '}' ? ']}' : `],${end}`;
}
