import type { ResultRow, ResultTable as Table, ResultType } from '@drover/sdk';
import { UnstyledButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import classes from './result-table.module.css';
import { compareValues, formatDate, formatValue } from './result-values';

/** Columns of values that the table shows. Downloads have all. */
export const shownColumns = 6;

interface Sort {
  /** The index of a column of values, or one of the run. */
  key: number | 'device' | 'time';
  isDescending: boolean;
}

/** Results of runs, one row each, sorted by any column. */
export function ResultTable({ table }: { table: Table }) {
  const { t } = useTranslation('results');
  const [sort, setSort] = useState<Sort>({ key: 'time', isDescending: true });
  const rows = useMemo(() => sortRows(table.rows, sort), [table, sort]);
  const columns = useColumns(table, sort, setSort);
  return (
    <VirtualTable label={t('title')} rows={rows} columns={columns} getKey={({ result }) => result.runId} />
  );
}

function sortRows(rows: ResultRow[], { key, isDescending }: Sort): ResultRow[] {
  const valueOf = ({ result, cells }: ResultRow) =>
    key === 'device' ? result.deviceName : key === 'time' ? result.createdAt : cells[key];
  const isMissing = (row: ResultRow) => valueOf(row) === undefined || valueOf(row) === null;
  const sorted = rows.toSorted((a, b) => {
    const isReversed = isDescending && !isMissing(a) && !isMissing(b);
    return (isReversed ? -1 : 1) * compareValues(valueOf(a), valueOf(b));
  });
  return sorted;
}

function useColumns(
  { titles, types, rows }: Table,
  sort: Sort,
  onSort: (sort: Sort) => void,
): Column<ResultRow>[] {
  const { t, i18n } = useTranslation('results');
  const hasMismatches = rows.some(({ result }) => result.schemaProblem !== null);
  return useMemo(() => {
    const sortable = (key: Sort['key'], title: string) => {
      const isSorted = sort.key === key;
      const direction: Column<ResultRow>['sort'] = sort.isDescending ? 'descending' : 'ascending';
      return {
        key: String(key),
        sort: isSorted ? direction : undefined,
        header: (
          <UnstyledButton
            className={classes.sort}
            title={title}
            onClick={() =>
              onSort({ key, isDescending: isSorted ? !sort.isDescending : typeof key === 'number' })
            }
          >
            {title}
            <span aria-hidden>{isSorted && (sort.isDescending ? ' ↓' : ' ↑')}</span>
          </UnstyledButton>
        ),
      };
    };
    const formatCell = (value: unknown, type: ResultType | null) => {
      if (type === 'boolean' && typeof value === 'boolean') return t(value ? 'yes' : 'no');
      return type === 'date' ? formatDate(value, i18n.language) : formatValue(value, i18n.language);
    };
    return [
      {
        ...sortable('device', t('device')),
        width: 'minmax(0, 1.2fr)',
        cell: ({ result }) => (
          <Link to={`/runs/${result.runId}`} className={`${rowLinkClass} ${classes.cell}`}>
            {result.deviceName}
          </Link>
        ),
      },
      ...titles.slice(0, shownColumns).map((name, index): Column<ResultRow> => ({
        ...sortable(index, name),
        width: 'minmax(0, 1fr)',
        isHiddenOnMobile: index > 0,
        cell: ({ result, cells }) => {
          const isProblem = index === 0 && result.problem !== null;
          const text = isProblem
            ? t('problem', { problem: result.problem })
            : formatCell(cells[index], types[index]);
          const kind = isProblem ? classes.problem : types[index] === 'number' ? classes.number : '';
          return (
            <span className={`${classes.cell} ${kind}`} title={text}>
              {text}
            </span>
          );
        },
      })),
      ...(hasMismatches ? [mismatchColumn(t)] : []),
      {
        ...sortable('time', t('time')),
        width: 'minmax(5.5rem, 0.6fr)',
        isHiddenOnMobile: true,
        cell: ({ result }) => <RelativeTime at={result.createdAt} />,
      },
    ];
  }, [titles, types, hasMismatches, sort, onSort, t, i18n.language]);
}

/** Marks the results that do not match the schema, with the reason. */
function mismatchColumn(t: TFunction<'results'>): Column<ResultRow> {
  return {
    key: 'mismatch',
    header: t('schema'),
    width: 'minmax(0, 1fr)',
    cell: ({ result: { schemaProblem } }) =>
      schemaProblem !== null && (
        <span
          className={`${classes.cell} ${classes.mismatch}`}
          title={t('mismatch', { problem: schemaProblem })}
        >
          {t('mismatch', { problem: schemaProblem })}
        </span>
      ),
  };
}
