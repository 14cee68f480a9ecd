import type { Script } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { scriptQueries } from '../../queries/scripts';
import { storePath } from '../../queries/stores';
import { useHasRole } from '../../roles/use-has-role';
import { OpenIcon, StopIcon, StoreIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';

interface Props {
  script: Script;
  onStop: () => void;
  onRemoved?: () => void;
}

/** The further actions of a script in the library. */
export function ScriptMenu({ script, onStop, onRemoved }: Props) {
  const { t } = useTranslation('scripts');
  const hasRole = useHasRole();
  const client = useQueryClient();
  const { _id, name, slug, isOwn, isListed } = script;
  const after = isOwn ? 'removeOwn' : isListed ? 'removeListed' : 'removeUnlisted';
  return (
    <RecordMenu
      label={t('actions', { name })}
      items={[
        hasRole('operator') && { label: t('stop'), Icon: StopIcon, onClick: onStop },
        { label: t('store'), Icon: StoreIcon, to: storePath(_id, 'script') },
        isListed && { label: t('listingPage'), Icon: OpenIcon, to: `/listings/${slug}` },
      ]}
      removal={
        hasRole('editor') && {
          label: t('remove'),
          title: t('removeTitle', { name }),
          text: `${t('removeText')} ${t(`${after}`)}`,
          action: t('remove'),
          done: t('removed', { name }),
          run: () => drover.scripts.remove(_id),
          onDone: () => {
            onRemoved?.();
            void client.invalidateQueries(scriptQueries.list());
          },
        }
      }
    />
  );
}
