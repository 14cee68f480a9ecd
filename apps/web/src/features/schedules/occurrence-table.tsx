import type { Occurrence } from '@drover/sdk';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatShortTime } from '../../lib/time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { Outcome } from './outcome';

interface Props {
  occurrences: Occurrence[];
  /** Renders the run counts of an occurrence. */
  renderCounts: (counts: NonNullable<Occurrence['counts']>) => ReactNode;
}

/** The past occurrences of a schedule. Each links to its job. */
export function OccurrenceTable({ occurrences, renderCounts }: Props) {
  const { t, i18n } = useTranslation('schedules');
  const columns: Column<Occurrence>[] = [
    {
      key: 'due',
      header: t('due'),
      width: 'minmax(7.5rem, 0.8fr)',
      cell: ({ dueAt, jobId, isByHand }) => {
        const time = <time dateTime={dueAt}>{formatShortTime(dueAt, i18n.language)}</time>;
        return (
          <>
            {jobId ? (
              <Link to={`/jobs/${jobId}`} className={rowLinkClass}>
                {time}
              </Link>
            ) : (
              time
            )}
            {isByHand && (
              <Text size="xs" c="dimmed">
                {t('manual')}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'outcome',
      header: t('outcome'),
      width: 'minmax(0, 1.6fr)',
      cell: (occurrence) => <Outcome occurrence={occurrence} />,
    },
    {
      key: 'runs',
      header: t('runs'),
      width: 'minmax(0, 1fr)',
      isHiddenOnMobile: true,
      cell: ({ counts }) => counts && renderCounts(counts),
    },
  ];
  return <VirtualTable label={t('history')} rows={occurrences} columns={columns} getKey={({ _id }) => _id} />;
}
