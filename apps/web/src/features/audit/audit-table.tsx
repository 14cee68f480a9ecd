import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Copy } from '../../ui/copy';
import { RelativeTime } from '../../ui/relative-time';
import { VirtualTable, type Column } from '../../ui/virtual-table';
import classes from './audit-table.module.css';
import { targetPage } from './audit-words';
import type { AuditRow } from './use-audit-rows';

export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const { t } = useTranslation();
  const columns: Column<AuditRow>[] = [
    {
      key: 'action',
      header: t('audit.action'),
      track: 'minmax(0, 1.4fr)',
      cell: ({ words, entry, target }) => (
        <>
          <span title={entry.action} className={classes.action}>
            {words}
          </span>
          <span className={classes.below}>{target}</span>
        </>
      ),
    },
    {
      key: 'target',
      header: t('audit.target'),
      track: 'minmax(0, 1.4fr)',
      isExtra: true,
      cell: (row) => <Target row={row} />,
    },
    {
      key: 'by',
      header: t('audit.by'),
      track: 'minmax(0, 1.2fr)',
      isExtra: true,
      cell: ({ by }) => <span title={by}>{by}</span>,
    },
    {
      key: 'address',
      header: t('audit.address'),
      track: 'minmax(0, 0.8fr)',
      isExtra: true,
      cell: ({ entry }) => <span className={classes.mono}>{entry.address}</span>,
    },
    {
      key: 'at',
      header: t('audit.at'),
      track: 'minmax(5.5rem, 0.7fr)',
      cell: ({ entry }) => <RelativeTime at={entry.at} />,
    },
    {
      key: 'request',
      header: t('audit.request'),
      track: '4.5rem',
      cell: ({ entry: { requestId } }) => (
        <Copy value={requestId} label={t('audit.copyRequest', { requestId })} />
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('audit.title')}
      rows={rows}
      columns={columns}
      keyOf={({ entry }) => entry._id}
      rowHeight={48}
    />
  );
}

function Target({ row: { entry, target } }: { row: AuditRow }) {
  const page = targetPage(entry);
  const className = target === entry.targetId ? classes.mono : undefined;
  const title = entry.targetId ?? undefined;
  if (!page) {
    return (
      <span className={className} title={title}>
        {target}
      </span>
    );
  }
  return (
    <Link to={page} className={`${className ?? ''} ${classes.link}`} title={title}>
      {target}
    </Link>
  );
}
