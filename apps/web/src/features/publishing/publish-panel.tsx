import type { Devscript, Script } from '@drover/sdk';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { listingUrl } from '../../queries/scripts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { CopyIconButton } from '../../ui/display/copy';
import { Panel } from '../../ui/layout/panel';
import { useDevscriptMutation } from './use-devscript-mutation';

/** The publication state of the script, with actions to publish and unpublish it. */
export function PublishPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation('publishing');
  const [openDialog, setOpenDialog] = useState<'publish' | 'unpublish'>();
  const close = () => setOpenDialog(undefined);
  const { _id, name, script, reviewState } = devscript;
  const publish = useDevscriptMutation(
    () => drover.devscripts.publish(_id),
    ({ version }) => t('publishDone', { version }),
  );
  const unpublish = useDevscriptMutation(
    () => drover.devscripts.unpublish(_id),
    () => t('unpublishDone'),
  );
  const isApproved = reviewState === 'approved';
  return (
    <Panel title={t('publication')}>
      <Stack gap="md">
        <PublicationStatus script={script} />
        {!isApproved && (
          <Text size="sm" c="dimmed">
            {t('needsReview')}
          </Text>
        )}
        <Group gap="xs">
          <Button disabled={!isApproved} onClick={() => setOpenDialog('publish')}>
            {script?.isListed ? t('publishNext') : t('publish')}
          </Button>
          {script?.isListed && (
            <Button variant="default" onClick={() => setOpenDialog('unpublish')}>
              {t('unpublish')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={openDialog === 'publish'}
        isHarmless
        title={t('publishTitle', { name })}
        text={script ? t('publishText.next', { version: script.version }) : t('publishText.first')}
        action={t('publish')}
        isPending={publish.isPending}
        onConfirm={() => publish.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={openDialog === 'unpublish'}
        title={t('unpublishTitle')}
        text={t('unpublishText')}
        action={t('unpublish')}
        isPending={unpublish.isPending}
        onConfirm={() => unpublish.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </Panel>
  );
}

function PublicationStatus({ script }: { script: Script | null }) {
  const { t } = useTranslation(['publishing', 'listings']);
  const [title, text] = script
    ? script.isListed
      ? [t('listed', { version: script.version }), t('listedText')]
      : [t('unlisted', { version: script.version }), t('unlistedText')]
    : [t('notPublished'), t('notPublishedText')];
  const url = script?.isListed ? listingUrl(script.slug) : undefined;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {url && (
        <Group gap={4} mt="xs" wrap="nowrap">
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
          <CopyIconButton value={url} label={t('listings:copyListing')} />
        </Group>
      )}
    </div>
  );
}
