import type { StoreEntry } from '@drover/sdk';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '../../lib/time';
import { ForRole } from '../../roles/for-role';
import { CopyIconButton } from '../../ui/display/copy';
import { EditIcon, TrashIcon } from '../../ui/display/icons';
import { DescriptionList } from '../../ui/layout/description-list';
import { EntryValue } from './entry-value';
import classes from './value.module.css';

interface Props {
  entry: StoreEntry;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** An entry with its whole value. */
export function EntryDetails({ entry, onEdit, onRemove, onClose }: Props) {
  const { t, i18n } = useTranslation(['stores', 'common']);
  const { key, value, version, expiresAt, updatedAt } = entry;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Modal opened onClose={onClose} size="lg" title={<span className={classes.key}>{key}</span>}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" mb={6}>
            <Text size="sm" fw={550}>
              {t('value')}
            </Text>
            <CopyIconButton value={text} label={t('copyValue')} />
          </Group>
          <EntryValue value={value} label={t('value')} />
        </div>
        <DescriptionList
          items={[
            [t('version'), version],
            [t('expires'), expiresAt ? formatExactTime(expiresAt, i18n.language) : t('never')],
            [t('changed'), formatExactTime(updatedAt, i18n.language)],
          ]}
        />
        <ForRole role="editor">
          <Group justify="flex-end" gap="xs">
            <Button variant="default" leftSection={<TrashIcon size={16} />} onClick={onRemove}>
              {t('common:delete')}
            </Button>
            <Button leftSection={<EditIcon size={16} />} onClick={onEdit}>
              {t('edit')}
            </Button>
          </Group>
        </ForRole>
      </Stack>
    </Modal>
  );
}
