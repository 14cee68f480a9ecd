import { printLine, stripControls, type Style, styleOutput, terminalColumns } from './terminal';
import { fitToWidth, measureWidth } from './text-width';

/** One column of a table. */
export interface Column<Row> {
  title: string;
  text: (row: Row) => string;
  style?: (row: Row) => Style | undefined;
  /** Whether its texts may be truncated on a narrow terminal. */
  canShrink?: boolean;
  /** Whether the column is dropped on a narrow terminal. The last such column is dropped first. */
  isOptional?: boolean;
}

const columnGap = '  ';
/** Columns do not shrink below this width. */
const minColumnWidth = 6;

/** Prints records as a table, or `emptyText` if there are none. */
export function printTable<Row>(rows: Row[], table: Column<Row>[], emptyText: string): void {
  if (rows.length === 0) return printLine(emptyText);
  for (const line of formatTable(rows, table, terminalColumns())) printLine(line);
}

/** Formats a table of at most `width` columns, as far as its columns can be dropped or shrunk. Returns its lines. */
export function formatTable<Row>(rows: Row[], columns: Column<Row>[], width = Infinity): string[] {
  const table = dropColumns(rows, columns, width);
  const cells = rows.map((row) => table.map(({ text }) => toSingleLine(text(row))));
  const natural = naturalWidths(rows, table);
  const widths = shrinkColumns(natural, table, width);
  const formatRow = (row: string[], style: (at: number) => Style | undefined) =>
    row
      .map((text, at) =>
        formatCell(text, { width: widths[at], isLast: at === row.length - 1, style: style(at) }),
      )
      .join(columnGap)
      .trimEnd();
  return [
    formatRow(
      table.map(({ title }) => title),
      () => 'bold',
    ),
    ...cells.map((row, index) => formatRow(row, (at) => table[at].style?.(rows[index]))),
  ];
}

function naturalWidths<Row>(rows: Row[], table: Column<Row>[]): number[] {
  return table.map(({ title, text }) =>
    rows.reduce((width, row) => Math.max(width, measureWidth(toSingleLine(text(row)))), measureWidth(title)),
  );
}

function totalWidth(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, columnGap.length * (widths.length - 1));
}

/** Drops optional columns until the others fit. */
function dropColumns<Row>(rows: Row[], columns: Column<Row>[], width: number): Column<Row>[] {
  const last = columns.findLastIndex(({ isOptional }) => isOptional);
  if (last < 0 || totalWidth(naturalWidths(rows, columns)) <= width) return columns;
  return dropColumns(rows, columns.toSpliced(last, 1), width);
}

/** Shrinks the widest column that can shrink until all fit. */
function shrinkColumns<Row>(natural: number[], table: Column<Row>[], width: number): number[] {
  const widths = [...natural];
  for (let excess = totalWidth(widths) - width; excess > 0; excess -= 1) {
    const shrinkable = widths.map((each, at) => (table[at].canShrink ? each : 0));
    const widest = shrinkable.indexOf(Math.max(...shrinkable));
    if (shrinkable[widest] <= minColumnWidth) break;
    widths[widest] -= 1;
  }
  return widths;
}

function formatCell(text: string, cell: { width: number; isLast: boolean; style?: Style }): string {
  const fitted = fitToWidth(text, cell.width);
  const shown = cell.isLast ? fitted.trimEnd() : fitted;
  return cell.style ? styleOutput(cell.style, shown) : shown;
}

function toSingleLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim();
}
