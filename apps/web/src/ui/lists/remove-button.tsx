import { ActionIcon, Tooltip } from '@mantine/core';
import { TrashIcon } from '../display/icons';

/** A button that asks to remove its row. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <TrashIcon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
