import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insertions, type Insertion } from './insertions';
import { rename, WrongName, type Names } from './names';

const templates = join(__dirname, 'templates');

/** Writes the files of a feature below `root` and inserts its lines into existing files. Returns the paths. */
export function writeFeature(root: string, names: Names): string[] {
  const paths = readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(templates.length + 1));
  requireFree(root, names, paths);
  for (const path of paths) {
    const file = join(root, rename(path, names));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, rename(readFileSync(join(templates, path), 'utf8'), names));
  }
  for (const insertion of insertions) insert(root, renamed(insertion, names));
  return [...paths.map((path) => rename(path, names)), ...new Set(insertions.map(({ file }) => file))];
}

/** Throws if a file or a name of the feature exists already. */
function requireFree(root: string, names: Names, paths: string[]): void {
  const there = paths.map((path) => rename(path, names)).find((path) => existsSync(join(root, path)));
  if (there) throw new WrongName(`There is a feature ${names.plural} already: ${there}`);
  const words = rename('SampleRecord|SampleRecordList|sampleRecords|sampleRecordNameChars', names);
  const declared = `(?:model |export (?:const|type|interface|class) )(${words})\\b|  (${words}): \\d`;
  const taken = new RegExp(`^(?:${declared})`, 'm');
  for (const folder of ['libs/contract/src', 'libs/sdk/src', 'apps/api/prisma']) {
    for (const name of readdirSync(join(root, folder)).filter((file) => /\.(ts|prisma)$/.test(file))) {
      const [, declaration, limit] = taken.exec(readFileSync(join(root, folder, name), 'utf8')) ?? [];
      const word = declaration ?? limit;
      if (word) throw new WrongName(`'${word}' means something else already, in ${folder}/${name}.`);
    }
  }
}

function renamed({ file, before, lines }: Insertion, names: Names): Insertion {
  return { file, before, lines: rename(lines, names) };
}

function insert(root: string, { file, before, lines }: Insertion): void {
  const path = join(root, file);
  const present = readFileSync(path, 'utf8').split('\n');
  const at =
    before === undefined
      ? placeAmongImports(present, lines)
      : present.findIndex((text) => text.startsWith(before));
  if (at < 0)
    throw new Error(
      `${file} has no line that begins with '${before}': mend tools/new-feature/insertions.ts.`,
    );
  writeFileSync(path, present.toSpliced(at, 0, lines).join('\n'));
}

/** Returns the line before the first import that sorts after it, or after the last import. */
function placeAmongImports(present: string[], line: string): number {
  const source = (text: string) => /^(?:import|export) .* from '(\..*)';$/.exec(text)?.[1];
  const own = source(line) ?? '';
  const next = present.findIndex((text) => (source(text) ?? '') > own);
  return next < 0 ? present.findLastIndex((text) => source(text) !== undefined) + 1 : next;
}
