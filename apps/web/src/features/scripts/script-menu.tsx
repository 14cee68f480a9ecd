import type { Script } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { drover } from '../../lib/drover';
import { scriptQueries } from '../../queries/scripts';
import { Confirm } from '../../ui/confirm';
import { MoreIcon, OpenIcon, StopIcon, TrashIcon } from '../../ui/icons';

interface Props {
  script: Script;
  onStop: () => void;
  onRemoved?: () => void;
}

/** What can be done with a script of the library beside running it. */
export function ScriptMenu({ script, onStop, onRemoved }: Props) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const { name, slug, isListed } = script;
  return (
    <>
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('scripts.actions', { name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<StopIcon size={16} />} onClick={onStop}>
            {t('scripts.stop')}
          </Menu.Item>
          {isListed && (
            <Menu.Item component={Link} to={`/listings/${slug}`} leftSection={<OpenIcon size={16} />}>
              {t('scripts.listingPage')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setRemoving(true)}
          >
            {t('scripts.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving && (
        <RemoveScript script={script} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
      )}
    </>
  );
}

function RemoveScript({ script, onClose, onRemoved }: Omit<Props, 'onStop'> & { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name, isOwn, isListed } = script;
  const remove = useMutation({
    mutationFn: () => drover.scripts.remove(_id),
    onSuccess: () => {
      notifications.show({ message: t('scripts.removed', { name }) });
      onClose();
      onRemoved?.();
      void client.invalidateQueries(scriptQueries.list());
    },
  });
  const after = isOwn ? 'removeOwn' : isListed ? 'removeListed' : 'removeUnlisted';
  return (
    <Confirm
      isOpen
      title={t('scripts.removeTitle', { name })}
      text={`${t('scripts.removeText')} ${t(`scripts.${after}`)}`}
      action={t('scripts.remove')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
