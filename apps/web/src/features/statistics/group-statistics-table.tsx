import '@mantine/core/styles/Table.css';
import type { DeviceGroup, Statistics } from '@drover/sdk';
import { Button, Skeleton, Table } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statisticsQueries } from '../../queries/statistics';
import { countFailed, formatRate, successRate } from './success-rate';

/** Groups that are counted at once. Each one is a request, because rules may change the members at any time. */
const groupsAtOnce = 10;

interface Props {
  groups: DeviceGroup[];
  range: Omit<Parameters<typeof statisticsQueries.runs>[0], 'groupId'>;
  onChoose: (groupId: string) => void;
}

/** The runs on the devices of each group. */
export function GroupStatisticsTable({ groups, range, onChoose }: Props) {
  const { t, i18n } = useTranslation('statistics');
  const [shown, setShown] = useState(groupsAtOnce);
  const counted = groups.slice(0, shown);
  const results = useQueries({
    queries: counted.map(({ _id }) => statisticsQueries.runs({ ...range, groupId: _id })),
  });
  return (
    <div style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('groups')}>
      <Table miw={560}>
        <Table.Caption>{t('groups')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {[t('group'), t('devices'), t('runs'), t('failed'), t('success')].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counted.map(({ _id, name, deviceCount }, index) => (
            <Table.Tr key={_id}>
              <Table.Th scope="row" translate="no">
                <Button variant="transparent" size="compact-sm" px={0} onClick={() => onChoose(_id)}>
                  {name}
                </Button>
              </Table.Th>
              <Table.Td>{deviceCount.toLocaleString(i18n.language)}</Table.Td>
              <Counts totals={results[index].data?.totals} isFailed={results[index].isError} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {groups.length > shown && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + groupsAtOnce)}>
          {t('moreGroups')}
        </Button>
      )}
    </div>
  );
}

/** The cells of a group's runs: a dash each if they could not be read. */
function Counts({ totals, isFailed }: { totals?: Statistics['totals']; isFailed: boolean }) {
  const { i18n } = useTranslation();
  if (!totals)
    return ['runs', 'failed', 'success'].map((key) => (
      <Table.Td key={key}>{isFailed ? '–' : <Skeleton height={16} width={40} />}</Table.Td>
    ));
  const runs = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const texts = [
    runs.toLocaleString(i18n.language),
    countFailed(totals).toLocaleString(i18n.language),
    formatRate(successRate(totals), i18n.language),
  ];
  return texts.map((text, index) => <Table.Td key={index}>{text}</Table.Td>);
}
