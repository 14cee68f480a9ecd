/** Bytes of a message before its content: its type and its length. */
export const headerBytes = 5;

/** Returns a message of PostgreSQL's wire protocol. */
export function toMessage(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const header = Buffer.alloc(headerBytes);
  header.write(type, 'latin1');
  header.writeInt32BE(content.length + headerBytes - 1, 1);
  return Buffer.concat([header, content]);
}
