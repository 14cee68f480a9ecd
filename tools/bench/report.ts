import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { ratioOf, rounded, type Figure } from './figures';

const root = join(__dirname, '../..');
const jsonFile = join(root, 'docs/benchmarks.json');
const markdownFile = join(root, 'docs/benchmarks.md');
/** What stands outside these lines of the page was written by hand, and stays. */
const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** What one benchmark found. */
export interface Measured {
  name: string;
  title: string;
  description: string;
  form: 'quick' | 'full';
  figures: Figure[];
}

interface Kept extends Omit<Measured, 'name'> {
  machine: string;
  measuredOn: string;
  /** Processes that wanted a core, over the last minute: far more than there are cores is a noisy measurement. */
  loadAverage: number;
}

/** Writes it to docs/benchmarks.json, beside what other benchmarks found, and the page anew from that. */
export async function report({ name, title, description, form, figures }: Measured): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const measuredOn = new Date().toISOString().slice(0, 10);
  const all = JSON.parse(readFileSync(jsonFile, 'utf8')) as Record<string, Kept>;
  const loadAverage = rounded(loadavg()[0] ?? 0);
  all[name] = { title, description, form, machine, measuredOn, loadAverage, figures };
  writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`);
  const page = readFileSync(markdownFile, 'utf8');
  const before = page.slice(0, page.indexOf(begin));
  const after = page.slice(page.indexOf(end) + end.length);
  const sections = Object.entries(all).map(([key, kept]) => section(key, kept));
  const text = [before, begin, '\n\n', sections.join('\n'), '\n', end, after].join('');
  writeFileSync(markdownFile, await format(text, { parser: 'markdown', printWidth: 120 }));
  console.log(section(name, all[name]));
}

function section(name: string, kept: Kept): string {
  const { title, description, form, machine, measuredOn, loadAverage, figures } = kept;
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
