/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** The last ID on the stream, of this message or an earlier one. */
  id: string | undefined;
  /** Empty if the message only contains an ID. */
  data: string;
}

/** Parses server-sent events as the HTML standard specifies. Ignores comments and event names. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  let id: string | undefined;
  let yieldedId: string | undefined;
  let data: string[] = [];
  for await (const line of readLines(body, onBytes)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    else if (line === '' && (data.length > 0 || id !== yieldedId)) {
      yield { id, data: data.join('\n') };
      yieldedId = id;
      data = [];
    }
  }
}

/** Splits at CR, LF or both. A CR at the end of a chunk waits for an LF at the start of the next one. */
async function* readLines(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of readChunks(body)) {
    onBytes();
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Uses a reader, because not every browser can iterate over a stream. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
