import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import classes from './virtual-table.module.css';

/** A column of the table. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  width: string;
  cell: (row: Row) => ReactNode;
  /** The rows are sorted by this column. */
  sort?: 'ascending' | 'descending';
  /** Hidden on narrow screens. */
  isHiddenOnMobile?: boolean;
}

interface Props<Row> {
  label: string;
  rows: Row[];
  /** Keep the array's identity while the columns are unchanged: a new array renders all rows again. */
  columns: Column<Row>[];
  getKey: (row: Row) => string;
  rowHeight?: number;
}

/** A table that renders only visible rows, so that ten thousand rows stay fast. */
export function VirtualTable<Row>({ label, rows, columns, getKey, rowHeight = 56 }: Props<Row>) {
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
    getItemKey: (index) => getKey(rows[index]),
  });
  const tracks = {
    '--wide': columns.map(({ width }) => width).join(' '),
    '--narrow': columns
      .filter(({ isHiddenOnMobile }) => !isHiddenOnMobile)
      .map(({ width }) => width)
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
          {columns.map(({ key, header, sort, isHiddenOnMobile }) => (
            <div
              key={key}
              role="columnheader"
              aria-sort={sort}
              className={classes.cell}
              data-extra={isHiddenOnMobile || undefined}
            >
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

/** Memoized, because scrolling moves many rows without changing them. */
const TableRow = memo(function TableRow<Row>({ row, columns, index, top, height }: RowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${classes.row} ${classes.data}`}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key, isHiddenOnMobile, cell }) => (
        <div key={key} role="cell" className={classes.cell} data-extra={isHiddenOnMobile || undefined}>
          {cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

/** Stretches a link over the whole row. */
export const rowLinkClass = classes.link;
/** Lifts other controls of the row above its link. */
export const aboveLinkClass = classes.above;
