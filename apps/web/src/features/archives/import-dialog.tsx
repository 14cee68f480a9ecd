import '@mantine/core/styles/Table.css';
import type { ImportedRecord, ImportOutcome, ImportResult } from '@drover/sdk';
import { Alert, Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { StateBadge, type Tone } from '../../ui/display/state-badge';
import { ErrorText } from '../../ui/feedback/error-alert';

const tones: Record<ImportOutcome, Tone> = {
  created: 'success',
  changed: 'active',
  unchanged: 'neutral',
  failed: 'failure',
};

interface Props {
  archive: File;
  /** What the import would do. */
  plan: ImportResult;
  onClose: () => void;
}

/** Shows what an import would do, imports, and shows what it did. */
export function ImportDialog({ archive, plan, onClose }: Props) {
  const { t } = useTranslation(['archives', 'common']);
  const client = useQueryClient();
  const load = useMutation({
    mutationFn: () => drover.archives.import({ archive }),
    onSettled: () => client.invalidateQueries(),
  });
  const shown = load.data ?? plan;
  const hasChanges = plan.created + plan.changed > 0;
  return (
    <Modal opened onClose={onClose} title={load.data ? t('result') : t('plan')} size="lg">
      <Summary result={shown} />
      <ErrorText error={load.error} mt="sm" />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {load.data || !hasChanges ? t('common:close') : t('common:cancel')}
        </Button>
        {!load.data && hasChanges && (
          <Button onClick={() => load.mutate()} loading={load.isPending}>
            {t('start')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function Summary({ result }: { result: ImportResult }) {
  const { t } = useTranslation('archives');
  const { created, changed, unchanged, failed, missingSecrets, missingFiles, records } = result;
  const rows = records.filter(({ outcome }) => outcome !== 'unchanged');
  const isPausing = rows.some(({ kind, outcome }) => kind === 'schedule' && outcome !== 'failed');
  return (
    <Stack gap="sm">
      <Text size="sm">
        {rows.length === 0 ? t('nothing') : t('counts', { created, changed, unchanged, failed })}
      </Text>
      {isPausing && <Text size="sm">{t('paused')}</Text>}
      {missingSecrets.length + missingFiles.length > 0 && (
        <Alert color="yellow">
          {missingSecrets.length > 0 && (
            <div>{t('missingSecrets', { names: missingSecrets.join(', ') })}</div>
          )}
          {missingFiles.length > 0 && <div>{t('missingFiles', { names: missingFiles.join(', ') })}</div>}
        </Alert>
      )}
      {rows.length > 0 && (
        <ScrollArea.Autosize mah="50vh" type="auto">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('kind')}</Table.Th>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th>{t('outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((record) => (
                <RecordRow key={`${record.kind} ${record.archiveId}`} record={record} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}

function RecordRow({ record }: { record: ImportedRecord }) {
  const { t } = useTranslation('archives');
  const { kind, name, outcome, reason, detail, missingDevices } = record;
  const names = missingDevices.join(', ');
  return (
    <Table.Tr>
      <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <StateBadge tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</StateBadge>
        {reason && (
          <Text size="xs" c="dimmed">
            {t(`reasons.${reason}`)}
            {detail !== null && reason !== 'limit_reached' && `: ${detail}`}
          </Text>
        )}
        {names !== '' && (
          <Text size="xs" c="dimmed">
            {outcome === 'failed' ? names : t('withoutDevices', { names })}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
