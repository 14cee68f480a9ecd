import '@mantine/core/styles/Table.css';
import type { ScriptStatistics, TimePercentiles } from '@drover/sdk';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/time';
import { countFailed, formatRate, successRate } from './success-rate';

/** The scripts with the most runs. */
export function ScriptStatisticsTable({ items }: { items: ScriptStatistics[] }) {
  const { t, i18n } = useTranslation('statistics');
  const format = (times: TimePercentiles | null, key: 'medianMs' | 'p95Ms') =>
    times ? formatDuration(times[key], i18n.language) : '–';
  const titles = [
    t('script'),
    t('runs'),
    t('failed'),
    t('success'),
    t('durationMedian'),
    t('durationP95'),
    t('latencyMedian'),
    t('latencyP95'),
  ];
  return (
    <div style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('scripts')}>
      <Table miw={760}>
        <Table.Caption>{t('scripts')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {titles.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ scriptId, name, runs, counts, duration, latency }) => (
            <Table.Tr key={scriptId ?? ''}>
              <Table.Th scope="row" translate="no">
                {name ?? (scriptId === null ? t('code') : t('deleted'))}
              </Table.Th>
              <Table.Td>{runs.toLocaleString(i18n.language)}</Table.Td>
              <Table.Td>{countFailed(counts).toLocaleString(i18n.language)}</Table.Td>
              <Table.Td>{formatRate(successRate(counts), i18n.language)}</Table.Td>
              <Table.Td>{format(duration, 'medianMs')}</Table.Td>
              <Table.Td>{format(duration, 'p95Ms')}</Table.Td>
              <Table.Td>{format(latency, 'medianMs')}</Table.Td>
              <Table.Td>{format(latency, 'p95Ms')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
