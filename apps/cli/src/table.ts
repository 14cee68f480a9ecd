import { columns, paint, printable, say, type Style } from './terminal';
import { fit, widthOf } from './width';

/** One column of a table. */
export interface Column<Row> {
  title: string;
  text: (row: Row) => string;
  style?: (row: Row) => Style | undefined;
  /** Whether its texts may be cut where the terminal is too narrow. */
  isElastic?: boolean;
  /** Whether it is left out where the terminal is too narrow, the last such column first. */
  isDispensable?: boolean;
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
export function drawTable<Row>(rows: Row[], columns: Column<Row>[], width = Infinity): string[] {
  const table = leaveOut(rows, columns, width);
  const cells = rows.map((row) => table.map(({ text }) => oneLine(text(row))));
  const natural = naturalWidths(rows, table);
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

function naturalWidths<Row>(rows: Row[], table: Column<Row>[]): number[] {
  return table.map(({ title, text }) =>
    rows.reduce((width, row) => Math.max(width, widthOf(oneLine(text(row)))), widthOf(title)),
  );
}

function total(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}

/** Leaves out what can be missed until all fit. */
function leaveOut<Row>(rows: Row[], columns: Column<Row>[], width: number): Column<Row>[] {
  const last = columns.findLastIndex(({ isDispensable }) => isDispensable);
  if (last < 0 || total(naturalWidths(rows, columns)) <= width) return columns;
  return leaveOut(rows, columns.toSpliced(last, 1), width);
}

/** Takes from the widest elastic column until all fit. */
function narrow<Row>(natural: number[], table: Column<Row>[], width: number): number[] {
  const widths = [...natural];
  for (let excess = total(widths) - width; excess > 0; excess -= 1) {
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
