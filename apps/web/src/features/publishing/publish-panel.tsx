import type { Devscript, Script } from '@drover/sdk';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { listingUrl } from '../../queries/scripts';
import { Confirm } from '../../ui/confirm';
import { Copy } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { useChange } from './use-change';

/** Whether and as what the script is published, and the ways to publish it, again, or no longer. */
export function PublishPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'publish' | 'unpublish'>();
  const close = () => setAsking(undefined);
  const { _id, name, script, reviewState } = devscript;
  const publish = useChange(
    () => drover.devscripts.publish(_id),
    ({ version }) => t('publishing.publishDone', { version }),
  );
  const unpublish = useChange(
    () => drover.devscripts.unpublish(_id),
    () => t('publishing.unpublishDone'),
  );
  const isApproved = reviewState === 'approved';
  return (
    <Panel title={t('publishing.published')}>
      <Stack gap="md">
        <Standing script={script} />
        {!isApproved && (
          <Text size="sm" c="dimmed">
            {t('publishing.needsReview')}
          </Text>
        )}
        <Group gap="xs">
          <Button disabled={!isApproved} onClick={() => setAsking('publish')}>
            {script?.isListed ? t('publishing.publishNext') : t('publishing.publish')}
          </Button>
          {script?.isListed && (
            <Button variant="default" onClick={() => setAsking('unpublish')}>
              {t('publishing.unpublish')}
            </Button>
          )}
        </Group>
      </Stack>
      <Confirm
        isOpen={asking === 'publish'}
        isHarmless
        title={t('publishing.publishTitle', { name })}
        text={
          script
            ? t('publishing.publishText.next', { version: script.version })
            : t('publishing.publishText.first')
        }
        action={t('publishing.publish')}
        isPending={publish.isPending}
        onConfirm={() => publish.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
      <Confirm
        isOpen={asking === 'unpublish'}
        title={t('publishing.unpublishTitle')}
        text={t('publishing.unpublishText')}
        action={t('publishing.unpublish')}
        isPending={unpublish.isPending}
        onConfirm={() => unpublish.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </Panel>
  );
}

function Standing({ script }: { script: Script | null }) {
  const { t } = useTranslation();
  const [title, text] = script
    ? script.isListed
      ? [t('publishing.listed', { version: script.version }), t('publishing.listedText')]
      : [t('publishing.unlisted', { version: script.version }), t('publishing.unlistedText')]
    : [t('publishing.notPublished'), t('publishing.notPublishedText')];
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
          <Copy value={url} label={t('listings.copyListing')} />
        </Group>
      )}
    </div>
  );
}
