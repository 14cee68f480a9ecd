import { columns, paint, printable, say, type Style } from './terminal';
import { fit, widthOf } from './width';

/** One column of a table. */
export interface Column<Row> {
  title: string;
  text: (row: Row) => string;
  style?: (row: Row) => Style | undefined;
  /** Whether its texts may be cut where the terminal is too narrow. */
  isElastic?: boolean;
}

const gap = '  ';
/** An elastic column is not made narrower than this. */
const leastWidth = 6;

/** Prints records in columns, or a sentence where there are none. */
export function printTable<Row>(rows: Row[], table: Column<Row>[], emptyText: string): void {
  if (rows.length === 0) return say(emptyText);
  for (const line of drawTable(rows, table, columns())) say(line);
}

/** Lines of a table that is at most `width` columns wide, as far as its elastic columns allow. */
export function drawTable<Row>(rows: Row[], table: Column<Row>[], width = Infinity): string[] {
  const cells = rows.map((row) => table.map(({ text }) => oneLine(text(row))));
  const natural = table.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at]))),
  );
  const widths = narrow(natural, table, width);
  const draw = (row: string[], style: (at: number) => Style | undefined) =>
    row
      .map((text, at) => padded(text, { width: widths[at], isLast: at === row.length - 1, style: style(at) }))
      .join(gap)
      .trimEnd();
  return [
    draw(
      table.map(({ title }) => title),
      () => 'bold',
    ),
    ...cells.map((row, index) => draw(row, (at) => table[at].style?.(rows[index]))),
  ];
}

/** Takes from the widest elastic column until all fit. */
function narrow<Row>(natural: number[], table: Column<Row>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1));
  for (let excess = total() - width; excess > 0; excess -= 1) {
    const elastic = widths.map((each, at) => (table[at].isElastic ? each : 0));
    const widest = elastic.indexOf(Math.max(...elastic));
    if (elastic[widest] <= leastWidth) break;
    widths[widest] -= 1;
  }
  return widths;
}

function padded(text: string, cell: { width: number; isLast: boolean; style?: Style }): string {
  const fitted = fit(text, cell.width);
  const shown = cell.isLast ? fitted.trimEnd() : fitted;
  return cell.style ? paint(cell.style, shown) : shown;
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}
