import { headerBytes, toMessage } from './wire-message';
import type { WireMessage } from './wire-reader';

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

/** Runs a message in the session and returns the responses. */
type Run = (message: Buffer) => Promise<Buffer[]>;

/**
 * Renames the prepared statements of one connection to shared ones, because all connections share one session. Names in SQL
 * (PREPARE, EXECUTE) stay as they are.
 */
export class WireNames {
  private readonly statements = new Map<string, SharedStatement>();

  constructor(private readonly shared: SharedStatements) {}

  /** Runs a message with the name of the shared statement. */
  async run(message: WireMessage, run: Run): Promise<Buffer[]> {
    const named = findName(message);
    if (!named) return run(message.bytes);
    const isNew = named.type === 'P' && !this.statements.has(named.name);
    return isNew ? this.parse(named, run) : run(rename(named, this.toShared(named)));
  }

  private async parse(named: NamedMessage, run: Run): Promise<Buffer[]> {
    const { name, after } = named;
    const statement = this.shared.take(after.toString('latin1'));
    this.statements.set(name, statement);
    const responses = await run(statement.isParsed ? parseNothing : rename(named, statement.name));
    // Otherwise the session could not parse the statement, or skipped it after an error.
    if (responses.some(([type]) => type === parseComplete)) statement.isParsed = true;
    else this.release(name, statement);
    return responses;
  }

  /** Returns messages that close the statements of a connection that has ended, unless others have them, too. */
  closeMessages(): Buffer {
    const closed = [...this.statements].filter(([name, statement]) => this.release(name, statement));
    return Buffer.concat(closed.map(([, { name }]) => toMessage('C', 'S', `${name}\0`)));
  }

  private toShared({ type, name }: NamedMessage): string {
    const statement = this.statements.get(name);
    // PostgreSQL does not know such a name. Closing an unknown name succeeds.
    const unknown = `unknown_${name}`;
    if (!statement) return unknown;
    return type === 'C' && !this.release(name, statement) ? unknown : statement.name;
  }

  private release(name: string, statement: SharedStatement): boolean {
    this.statements.delete(name);
    return this.shared.release(statement);
  }
}

/** A message that names a prepared statement. */
interface NamedMessage {
  type: string;
  name: string;
  /** The content before and after the name. */
  before: Buffer;
  after: Buffer;
}

/** Finds the name in a message. The unnamed statement is not shared, because the next one replaces it. */
function findName({ type = '', bytes }: WireMessage): NamedMessage | undefined {
  const content = bytes.subarray(headerBytes);
  const offset = nameOffsets[type]?.(content);
  if (offset === undefined || content[offset] === 0) return undefined;
  const end = content.indexOf(0, offset);
  const name = content.toString('utf8', offset, end);
  return { type, name, before: content.subarray(0, offset), after: content.subarray(end) };
}

function rename({ type, before, after }: NamedMessage, name: string): Buffer {
  return toMessage(type, before, name, after);
}
