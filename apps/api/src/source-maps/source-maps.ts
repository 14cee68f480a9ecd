import {
  GREATEST_LOWER_BOUND,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  TraceMap,
} from '@jridgewell/trace-mapping';
import type { Logger } from 'pino';
import type { PrismaClient } from '../database/client/client';

/** What reading a map needs. */
interface MapContext {
  prisma: PrismaClient;
  log: Logger;
}

/** A position in the code of a run. Rhino knows no columns. */
interface CodePosition {
  line: number;
  column?: number;
}

/** Returns the position in a source file as text, such as `src/login.ts:12:5`, or undefined if it is unknown. */
export type PositionMapper = (position: CodePosition) => string | undefined;

/** Maps that are kept in memory, the last ones used. A map has up to LIMITS.sourceMapBytes. */
const keptMaps = 8;

const unknownPosition: PositionMapper = () => undefined;

/** Source maps of projects, by the SHA-256 of their text. */
export class SourceMaps {
  private readonly mappers = new Map<string, Promise<PositionMapper>>();

  /** Returns the mapper of a map. One that cannot be read maps nothing. */
  async get(context: MapContext, sha256: string): Promise<PositionMapper> {
    const mapper = this.mappers.get(sha256) ?? loadMapper(context, sha256);
    this.mappers.delete(sha256);
    this.mappers.set(sha256, mapper);
    for (const oldest of this.mappers.keys()) {
      if (this.mappers.size <= keptMaps) break;
      this.mappers.delete(oldest);
    }
    return mapper.catch((error: unknown) => {
      this.mappers.delete(sha256);
      throw error;
    });
  }
}

async function loadMapper(context: MapContext, sha256: string): Promise<PositionMapper> {
  const content = await context.prisma.content.findUnique({ where: { sha256 } });
  if (!content) return unknownPosition;
  try {
    return createMapper(Buffer.from(content.bytes).toString('utf8'));
  } catch (error) {
    context.log.warn({ error, sha256 }, 'a source map cannot be read');
    return unknownPosition;
  }
}

/** A source that can be shown: no control characters, and no parentheses, which end a position. */
const shownSource = /^[^\u0000-\u001f\u007f-\u009f()]{1,255}$/;

/** Creates a mapper from the text of a source map. Throws if it is invalid. */
function createMapper(text: string): PositionMapper {
  const map = new TraceMap(text);
  // Decodes the map, so that an invalid one throws here.
  originalPositionFor(map, { line: 1, column: 0 });
  const shown = new Set<unknown>(
    map.resolvedSources.filter(
      (source, index) => typeof map.sources[index] === 'string' && shownSource.test(source),
    ),
  );
  return ({ line, column }) => {
    if (line < 1 || column === 0) return undefined;
    // Without a column, the first position of the line.
    const bias = column === undefined ? LEAST_UPPER_BOUND : GREATEST_LOWER_BOUND;
    const original = originalPositionFor(map, { line, column: column === undefined ? 0 : column - 1, bias });
    if (!shown.has(original.source)) return undefined;
    const position = `${original.source}:${original.line}`;
    return column === undefined ? position : `${position}:${(original.column ?? 0) + 1}`;
  };
}
