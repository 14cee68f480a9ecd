import { ActionIcon, Menu } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { ConfirmAction, type ConfirmedAction } from '../dialogs/confirm-dialog';
import { MoreIcon, TrashIcon } from '../display/icons';

/** An action, or a link to a page. */
interface Item {
  label: string;
  Icon: ComponentType<{ size?: number }>;
  onClick?: () => void;
  to?: string;
}

interface Props {
  /** Accessible name of the button. */
  label: string;
  /** Falsy items are skipped. */
  items: (Item | false | undefined)[];
  /** Shown last and in red, unless it is falsy. Opens a confirmation. */
  removal: (ConfirmedAction & { label: string }) | false;
}

/** A menu with the further actions of a record. Without actions there is no menu. */
export function RecordMenu({ label, items, removal }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  const shown = items.filter((item) => item || undefined);
  if (shown.length === 0 && !removal) return null;
  return (
    <>
      <Menu width={210}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) => item && <RecordItem key={item.label} {...item} />)}
          {removal && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--mantine-color-error)"
                leftSection={<TrashIcon size={16} />}
                onClick={() => setRemoving(true)}
              >
                {removal.label}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {removal && <ConfirmAction {...removal} isOpen={isRemoving} onClose={() => setRemoving(false)} />}
    </>
  );
}

function RecordItem({ label, Icon, onClick, to }: Item) {
  const icon = <Icon size={16} />;
  return to ? (
    <Menu.Item component={Link} to={to} leftSection={icon}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={icon} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}
