import type { WireMessage } from './wire-reader';

/** Bytes of a message before its content: its type and its length. */
const headerBytes = 5;

/** Offset of the prepared statement's name in the content of a message. Parse, Bind, Describe and Close have one. */
const nameOffsets: Record<string, (content: Buffer) => number | undefined> = {
  P: () => 0,
  // The name of the portal comes first in Bind.
  B: (content) => content.indexOf(0) + 1,
  D: ofStatement,
  C: ofStatement,
};

function ofStatement(content: Buffer): number | undefined {
  return content[0] === 'S'.charCodeAt(0) ? 1 : undefined;
}

/** Parses nothing, and is answered like the Parse that it replaces, also after an error. */
const parseNothing = toMessage('P', '\0\0\0\0');
const parseComplete = '1'.charCodeAt(0);

/** A prepared statement of the session, and how many connections have parsed it. */
interface SharedStatement {
  name: string;
  /** What was parsed: the text and the types of parameters. */
  source: string;
  isParsed: boolean;
  connections: number;
}

/** The prepared statements of the only session of a PGlite. PostgreSQL plans each of them for all connections. */
export class SharedStatements {
  private readonly statements = new Map<string, SharedStatement>();
  private count = 0;

  take(source: string): SharedStatement {
    const statement = this.statements.get(source) ?? this.create(source);
    statement.connections += 1;
    return statement;
  }

  /** Returns whether no connection has the statement any longer, so that it has to be closed. */
  release(statement: SharedStatement): boolean {
    statement.connections -= 1;
    if (statement.connections > 0) return false;
    this.statements.delete(statement.source);
    return statement.isParsed;
  }

  private create(source: string): SharedStatement {
    this.count += 1;
    const statement = { name: `shared_${this.count}`, source, isParsed: false, connections: 0 };
    this.statements.set(source, statement);
    return statement;
  }
}

/**
 * The names of prepared statements of one connection. In the session, names must be unique, so each of them stands for a
 * shared statement. Names in SQL (PREPARE, EXECUTE) are not changed.
 */
export class WireNames {
  private readonly statements = new Map<string, SharedStatement>();
  /** The name that the last message gave to a statement. */
  private given?: string;

  constructor(private readonly shared: SharedStatements) {}

  /** Returns the message with the name of the shared statement. */
  rename(message: WireMessage): Buffer {
    const { type, bytes } = message;
    const found = findName(message);
    this.given = undefined;
    if (!found) return bytes;
    const { name, content, offset, end } = found;
    if (type === 'P' && !this.statements.has(name)) {
      const statement = this.shared.take(content.toString('latin1', end));
      this.statements.set(name, statement);
      this.given = name;
      if (statement.isParsed) return parseNothing;
    }
    return toMessage(
      type ?? '',
      content.subarray(0, offset),
      this.toShared(message, name),
      content.subarray(end),
    );
  }

  /** Notes the responses to the last message. The session may have failed to parse a statement, or skipped it after an error. */
  note(responses: Buffer[]): void {
    const statement = this.given === undefined ? undefined : this.statements.get(this.given);
    if (this.given === undefined || !statement) return;
    if (responses.some(([type]) => type === parseComplete)) statement.isParsed = true;
    else this.release(this.given, statement);
  }

  /** Returns messages that close the statements of a connection that has ended, unless others have them, too. */
  closeMessages(): Buffer {
    const closed = [...this.statements].filter(([name, statement]) => this.release(name, statement));
    return Buffer.concat(closed.map(([, { name }]) => toMessage('C', 'S', `${name}\0`)));
  }

  private toShared({ type }: WireMessage, name: string): string {
    const statement = this.statements.get(name);
    // PostgreSQL does not know such a name, and Close does not mind.
    const unknown = `unknown_${name}`;
    if (!statement) return unknown;
    return type === 'C' && !this.release(name, statement) ? unknown : statement.name;
  }

  private release(name: string, statement: SharedStatement): boolean {
    this.statements.delete(name);
    return this.shared.release(statement);
  }
}

/** Finds the name in a message. The unnamed statement is not shared, because the next one replaces it. */
function findName({ type, bytes }: WireMessage) {
  const content = bytes.subarray(headerBytes);
  const offset = nameOffsets[type ?? '']?.(content);
  if (offset === undefined || content[offset] === 0) return undefined;
  const end = content.indexOf(0, offset);
  return { name: content.toString('utf8', offset, end), content, offset, end };
}

function toMessage(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const header = Buffer.alloc(headerBytes);
  header.write(type, 'latin1');
  header.writeInt32BE(content.length + headerBytes - 1, 1);
  return Buffer.concat([header, content]);
}
