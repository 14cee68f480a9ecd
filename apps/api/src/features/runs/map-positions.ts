import type { Finished, Log } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { Engine } from '../../device-socket/engine';
import type { DurableFrame, Report } from '../../device-socket/report';
import type { PositionMapper } from '../../source-maps/source-maps';
import { isVariantOfRun } from '../../records/run-variant';

/** Positions that are replaced in one text. */
const maxPositions = 50;

/** A position in any script: agents write `script.js:12:5`, phones `script.js#12` or `script#12`. */
const anyPosition = /\.js:\d|#\d/;

/**
 * Replaces positions in the code of projects by those in their source files, in reasons and log lines, before they are
 * stored. Without a map, they stay as they are.
 */
export async function mapPositions(context: AppContext, reports: Report[]): Promise<Report[]> {
  const engines = new Map(
    reports.flatMap(({ frame, engine }) => (hasPosition(frame) ? [[frame.runId, engine] as const] : [])),
  );
  if (engines.size === 0) return reports;
  const mappers = await findMappers(context, engines);
  if (mappers.size === 0) return reports;
  return reports.map((report) => {
    const { frame } = report;
    const mapText = hasPosition(frame) ? mappers.get(frame.runId) : undefined;
    return mapText && hasPosition(frame) ? { ...report, frame: mapFrame(frame, mapText) } : report;
  });
}

type TextMapper = (text: string) => string;

function hasPosition(frame: DurableFrame): frame is Log | Finished {
  if (frame.type === 'finished') return frame.reason !== undefined && anyPosition.test(frame.reason);
  return frame.type === 'log' && frame.lines.some(({ text }) => anyPosition.test(text));
}

function mapFrame(frame: Log | Finished, mapText: TextMapper): Log | Finished {
  if (frame.type === 'finished') return { ...frame, reason: frame.reason && mapText(frame.reason) };
  return { ...frame, lines: frame.lines.map((line) => ({ ...line, text: mapText(line.text) })) };
}

const selectMaps = defineStatement(({ runIds }: Placeholders<{ runIds: string[] }>) =>
  db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .leftJoin('JobVariant as k', (join) => join.on(isVariantOfRun))
    .innerJoin('ProjectBuild as b', (join) =>
      join.on(({ eb, fn }) => eb('b.codeSha256', '=', fn.coalesce('k.codeSha256', 'j.codeSha256'))),
    )
    .select(['r.id', 'j.name', 'b.mapSha256', 'b.phoneSha256', 'b.phoneMapSha256'])
    .where('r.id', '=', anyOf(runIds)),
);

/** Returns how to map the texts of runs whose code has a source map. Without one, or if it fails, a text stays as it is. */
async function findMappers(
  context: AppContext,
  engines: Map<string, Engine | undefined>,
): Promise<Map<string, TextMapper>> {
  const mappers = new Map<string, TextMapper>();
  const select = selectMaps({ runIds: [...engines.keys()] });
  for (const { id, name, mapSha256, phoneSha256, phoneMapSha256 } of await execute(
    context.pool,
    prepared(select),
  )) {
    const hasOwnCode = engines.get(id) === 'phone' && phoneSha256 !== null;
    const sha256 = hasOwnCode ? phoneMapSha256 : mapSha256;
    if (sha256 === null) continue;
    const mapper = await context.sourceMaps.get(context, sha256);
    mappers.set(id, createTextMapper(name, mapper));
  }
  return mappers;
}

/** Creates a function that replaces the positions in a script of this name. */
function createTextMapper(scriptName: string, mapper: PositionMapper): TextMapper {
  const escaped = scriptName.replace(/\.js$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const position = new RegExp(
    `(?<![\\w./\\\\-])${escaped}(?:\\.js:|(?:\\.js)?#)(\\d{1,9})(?::(\\d{1,9}))?`,
    'g',
  );
  return (text) => {
    let count = 0;
    return text.replace(position, (found: string, line: string, column?: string) => {
      count += 1;
      if (count > maxPositions) return found;
      return (
        mapper({ line: Number(line), column: column === undefined ? undefined : Number(column) }) ?? found
      );
    });
  };
}
