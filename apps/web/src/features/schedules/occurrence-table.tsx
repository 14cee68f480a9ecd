import type { Occurrence } from '@drover/sdk';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shortTime } from '../../lib/time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { Outcome } from './outcome';

interface Props {
  occurrences: Occurrence[];
  /** How the runs of an occurrence stand. */
  renderCounts: (counts: NonNullable<Occurrence['counts']>) => ReactNode;
}

/** The times at which it was due; each leads to its job. */
export function OccurrenceTable({ occurrences, renderCounts }: Props) {
  const { t, i18n } = useTranslation();
  const columns: Column<Occurrence>[] = [
    {
      key: 'due',
      header: t('schedules.due'),
      track: 'minmax(7.5rem, 0.8fr)',
      cell: ({ dueAt, jobId, isByHand }) => {
        const time = <time dateTime={dueAt}>{shortTime(dueAt, i18n.language)}</time>;
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
                {t('schedules.byHand')}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'outcome',
      header: t('schedules.outcome'),
      track: 'minmax(0, 1.6fr)',
      cell: (occurrence) => <Outcome occurrence={occurrence} />,
    },
    {
      key: 'runs',
      header: t('schedules.runs'),
      track: 'minmax(0, 1fr)',
      isExtra: true,
      cell: ({ counts }) => counts && renderCounts(counts),
    },
  ];
  return (
    <VirtualTable
      label={t('schedules.history')}
      rows={occurrences}
      columns={columns}
      keyOf={({ _id }) => _id}
    />
  );
}
