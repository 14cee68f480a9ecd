import { ActionIcon, Tooltip } from '@mantine/core';
import { TrashIcon } from './icons';

/** Removes the row that it stands in, once that is confirmed. */
export function RemoveAction({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <TrashIcon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
