import type { Script } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { scriptQueries } from '../../queries/scripts';
import { OpenIcon, StopIcon } from '../../ui/icons';
import { RecordMenu } from '../../ui/record-menu';

interface Props {
  script: Script;
  onStop: () => void;
  onRemoved?: () => void;
}

/** What can be done with a script of the library beside running it. */
export function ScriptMenu({ script, onStop, onRemoved }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name, slug, isOwn, isListed } = script;
  const after = isOwn ? 'removeOwn' : isListed ? 'removeListed' : 'removeUnlisted';
  return (
    <RecordMenu
      label={t('scripts.actions', { name })}
      items={[
        { label: t('scripts.stop'), Icon: StopIcon, onClick: onStop },
        isListed && { label: t('scripts.listingPage'), Icon: OpenIcon, to: `/listings/${slug}` },
      ]}
      removal={{
        label: t('scripts.remove'),
        title: t('scripts.removeTitle', { name }),
        text: `${t('scripts.removeText')} ${t(`scripts.${after}`)}`,
        action: t('scripts.remove'),
        done: t('scripts.removed', { name }),
        run: () => drover.scripts.remove(_id),
        onDone: () => {
          onRemoved?.();
          void client.invalidateQueries(scriptQueries.list());
        },
      }}
    />
  );
}
