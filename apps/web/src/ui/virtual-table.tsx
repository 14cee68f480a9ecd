import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import classes from './virtual-table.module.css';

/** One column: its head, its width as a track of a CSS grid, and its cells. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  track: string;
  cell: (row: Row) => ReactNode;
  /** Left out where the page is narrow. */
  isExtra?: boolean;
}

interface Props<Row> {
  label: string;
  rows: Row[];
  /** The same array as long as they are the same: rows are drawn again with them. */
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  rowHeight?: number;
}

/** A table that draws only the rows in sight, and so stays quick with ten thousand of them. */
export function VirtualTable<Row>({ label, rows, columns, keyOf, rowHeight = 56 }: Props<Row>) {
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, [rows.length]);

  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => keyOf(rows[index]),
  });
  const tracks = {
    '--wide': columns.map(({ track }) => track).join(' '),
    '--narrow': columns
      .filter(({ isExtra }) => !isExtra)
      .map(({ track }) => track)
      .join(' '),
  } as CSSProperties;

  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={classes.table}
      style={tracks}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
          {columns.map(({ key, header, isExtra }) => (
            <div key={key} role="columnheader" className={classes.cell} data-extra={isExtra || undefined}>
              {header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className={classes.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <TableRow
            key={key}
            row={rows[index]}
            columns={columns}
            index={index}
            top={start - scrollMargin}
            height={rowHeight}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: Column<Row>[];
  index: number;
  top: number;
  height: number;
}

/** Drawn again only where its row has changed: scrolling moves many rows, and changes none. */
const TableRow = memo(function TableRow<Row>({ row, columns, index, top, height }: RowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${classes.row} ${classes.data}`}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key, isExtra, cell }) => (
        <div key={key} role="cell" className={classes.cell} data-extra={isExtra || undefined}>
          {cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

/** Makes the whole row one link: the anchor lies over it. */
export const rowLinkClass = classes.link;
/** What can be pressed beside the row's link lies above it. */
export const aboveLinkClass = classes.above;
