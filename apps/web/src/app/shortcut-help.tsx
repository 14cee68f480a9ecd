import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Table.css';
import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { modifierKey } from '../lib/modifier-key';

const shortcuts = [
  { keys: [modifierKey, 'K'], key: 'palette' },
  { keys: ['/'], key: 'filter' },
  { keys: ['?'], key: 'help' },
  { keys: [modifierKey, 'S'], key: 'save' },
  { keys: [modifierKey, 'Enter'], key: 'run' },
] as const;

/** Lists the keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} size="sm">
      <Table>
        <Table.Tbody>
          {shortcuts.map(({ keys, key }) => (
            <Table.Tr key={key}>
              <Table.Td>{t(`shortcuts.${key}`)}</Table.Td>
              <Table.Td ta="right">
                {keys.map((name) => (
                  <Kbd key={name} ml={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
