import type { AuditEntry } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsNarrow } from '../../ui/layout/use-is-narrow';
import { CopyIconButton } from '../../ui/display/copy';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { describeAction, describeActor, describeTarget, getTargetPage } from './audit-actions';
import classes from './audit-table.module.css';
import { Changes } from './changes';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation('audit');
  const isNarrow = useIsNarrow();
  const columns: Column<AuditEntry>[] = [
    {
      key: 'action',
      header: t('action'),
      width: 'minmax(8.5rem, 1.4fr)',
      cell: (entry) => (
        <>
          <span title={entry.action} className={classes.action}>
            {describeAction(entry, t)}
          </span>
          <span className={classes.below}>
            <Target entry={entry} /> · <Actor entry={entry} />
          </span>
        </>
      ),
    },
    {
      key: 'target',
      header: t('target'),
      width: 'minmax(0, 1.4fr)',
      isHiddenOnMobile: true,
      cell: (entry) => <Target entry={entry} />,
    },
    {
      key: 'changes',
      header: t('changesTitle'),
      width: 'minmax(3.5rem, 0.6fr)',
      cell: ({ changes }) => <Changes changes={changes} />,
    },
    {
      key: 'by',
      header: t('actor'),
      width: 'minmax(0, 1.2fr)',
      isHiddenOnMobile: true,
      cell: (entry) => <Actor entry={entry} />,
    },
    {
      key: 'address',
      header: t('address'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ address }) => <span className={classes.mono}>{address}</span>,
    },
    {
      key: 'at',
      header: t('at'),
      width: 'minmax(5.5rem, 0.7fr)',
      cell: ({ at }) => <RelativeTime at={at} />,
    },
    {
      key: 'request',
      header: t('request'),
      width: '4.5rem',
      isHiddenOnMobile: true,
      cell: ({ requestId }) => <CopyIconButton value={requestId} label={t('copyRequest', { requestId })} />,
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      rows={entries}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={isNarrow ? 72 : 48}
    />
  );
}

/** Who made a change. */
function Actor({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const name = describeActor(entry, t);
  return (
    <span title={name} translate="no">
      {name}
    </span>
  );
}

/** The name of a target, or its ID. It links to the page of the target. */
function Target({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { targetId, targetName, targetCount } = entry;
  if (targetCount !== null) return t('targets', { count: targetCount, names: targetName });
  const page = getTargetPage(entry);
  const text = describeTarget(entry, t);
  const className = targetName === null ? classes.mono : undefined;
  const title = targetId ?? undefined;
  if (!page) {
    return (
      <span className={className} title={title} translate="no">
        {text}
      </span>
    );
  }
  return (
    <Link to={page} className={`${className ?? ''} ${classes.link}`} title={title} translate="no">
      {text}
    </Link>
  );
}
