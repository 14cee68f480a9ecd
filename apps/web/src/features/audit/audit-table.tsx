import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyIconButton } from '../../ui/display/copy';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { getTargetPage } from './audit-actions';
import classes from './audit-table.module.css';
import type { AuditRow } from './use-audit-rows';

export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const { t } = useTranslation('audit');
  const columns: Column<AuditRow>[] = [
    {
      key: 'action',
      header: t('action'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ description, entry, target }) => (
        <>
          <span title={entry.action} className={classes.action}>
            {description}
          </span>
          <span className={classes.below}>{target}</span>
        </>
      ),
    },
    {
      key: 'target',
      header: t('target'),
      width: 'minmax(0, 1.4fr)',
      isHiddenOnMobile: true,
      cell: (row) => <Target row={row} />,
    },
    {
      key: 'by',
      header: t('actor'),
      width: 'minmax(0, 1.2fr)',
      isHiddenOnMobile: true,
      cell: ({ actor }) => <span title={actor}>{actor}</span>,
    },
    {
      key: 'address',
      header: t('address'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ entry }) => <span className={classes.mono}>{entry.address}</span>,
    },
    {
      key: 'at',
      header: t('at'),
      width: 'minmax(5.5rem, 0.7fr)',
      cell: ({ entry }) => <RelativeTime at={entry.at} />,
    },
    {
      key: 'request',
      header: t('request'),
      width: '4.5rem',
      cell: ({ entry: { requestId } }) => (
        <CopyIconButton value={requestId} label={t('copyRequest', { requestId })} />
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      rows={rows}
      columns={columns}
      getKey={({ entry }) => entry._id}
      rowHeight={48}
    />
  );
}

function Target({ row: { entry, target } }: { row: AuditRow }) {
  const page = getTargetPage(entry);
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
