import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { ratioOf, rounded, type Figure } from './figures';

const root = join(__dirname, '../..');
const jsonFile = join(root, 'docs/benchmarks.json');
const markdownFile = join(root, 'docs/benchmarks.md');
/** The lines around the generated part of the page. */
const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** The result of one benchmark. */
export interface Measurement {
  name: string;
  title: string;
  description: string;
  form: 'quick' | 'full';
  figures: Figure[];
}

interface StoredMeasurement extends Omit<Measurement, 'name'> {
  machine: string;
  measuredOn: string;
  /** Over the last minute. The measurement is noisy if it is far above the number of cores. */
  loadAverage: number;
}

/** Prints the result as a section of docs/benchmarks.md. */
export function print(measurement: Measurement): void {
  console.log(section(measurement.name, describeMachine(measurement)));
}

/**
 * Stores the result in docs/benchmarks.json and generates docs/benchmarks.md from all stored results. Of a partial
 * measurement, only the figures with the same names are replaced.
 */
export async function write(measurement: Measurement, { isPartial }: { isPartial: boolean }): Promise<void> {
  const all = JSON.parse(readFileSync(jsonFile, 'utf8')) as Record<string, StoredMeasurement>;
  const stored = describeMachine(measurement);
  const others = isPartial ? (all[measurement.name]?.figures ?? []) : [];
  all[measurement.name] = { ...stored, figures: replaceFigures(others, stored.figures) };
  writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`);
  const page = readFileSync(markdownFile, 'utf8');
  const before = page.slice(0, page.indexOf(begin));
  const after = page.slice(page.indexOf(end) + end.length);
  const sections = Object.entries(all).map(([name, stored]) => section(name, stored));
  const text = [before, begin, '\n\n', sections.join('\n'), '\n', end, after].join('');
  writeFileSync(markdownFile, await format(text, { parser: 'markdown', printWidth: 120 }));
}

/** Figures that were not there before come last. */
function replaceFigures(before: Figure[], figures: Figure[]): Figure[] {
  const byName = new Map([...before, ...figures].map((figure) => [figure.name, figure]));
  return [...byName.values()];
}

function describeMachine({ title, description, form, figures }: Measurement): StoredMeasurement {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const measuredOn = new Date().toISOString().slice(0, 10);
  const loadAverage = rounded(loadavg()[0] ?? 0);
  return { title, description, form, machine, measuredOn, loadAverage, figures };
}

function section(name: string, measurement: StoredMeasurement): string {
  const { title, description, form, machine, measuredOn, loadAverage, figures } = measurement;
  return `## ${title}

${description}

\`npm run bench -- ${name}${form === 'full' ? ' --full' : ''}\` on ${machine}, ${measuredOn}, load average ${loadAverage}:

| Figure | Drover | Baseline | Ratio | Target | Reached |
| --- | --- | --- | --- | --- | --- |
${figures.map(row).join('\n')}

${figures.flatMap((figure) => (figure.details ? [`- ${figure.name}: ${figure.details}.`] : [])).join('\n')}
`;
}

function row(figure: Figure): string {
  const { name, unit, drover, baseline, target } = figure;
  const ratio = ratioOf(figure);
  const cells = [
    `${name}, ${unit}`,
    number(drover),
    baseline === undefined ? '–' : number(baseline),
    ratio === undefined ? '–' : ratio.toFixed(2),
    target?.text ?? '–',
    target ? (target.isReached ? 'yes' : '**no**') : '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

function number(value: number): string {
  return rounded(value).toLocaleString('en', { maximumSignificantDigits: 3 });
}
