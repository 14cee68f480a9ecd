import type { Script } from '@drover/sdk';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ForRole } from '../../roles/for-role';
import { PlayIcon } from '../../ui/display/icons';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { ScriptMenu } from './script-menu';

interface Props {
  scripts: Script[];
  onRun: (script: Script) => void;
  onStop: (script: Script) => void;
}

export function ScriptTable({ scripts, onRun, onStop }: Props) {
  const { t } = useTranslation(['scripts', 'listings', 'common']);
  const columns: Column<Script>[] = [
    {
      key: 'name',
      header: t('listings:script'),
      width: 'minmax(0, 2fr)',
      cell: ({ _id, name }) => (
        <Link to={`/library/${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'version',
      header: t('listings:version'),
      width: 'minmax(3.5rem, 0.5fr)',
      isHiddenOnMobile: true,
      cell: ({ version }) => version,
    },
    {
      key: 'origin',
      header: t('origin'),
      width: 'minmax(0, 0.9fr)',
      isHiddenOnMobile: true,
      cell: ({ isOwn }) => (isOwn ? t('own') : t('added')),
    },
    {
      key: 'listing',
      header: t('listingPage'),
      width: 'minmax(0, 0.9fr)',
      isHiddenOnMobile: true,
      cell: (script) => <ListingLink script={script} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '8.5rem',
      cell: (script) => (
        <Group gap={6} justify="flex-end" wrap="nowrap" className={aboveLinkClass}>
          <ForRole role="operator">
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<PlayIcon size={13} />}
              aria-label={`${t('run')}: ${script.name}`}
              onClick={() => onRun(script)}
            >
              {t('run')}
            </Button>
          </ForRole>
          <ScriptMenu script={script} onStop={() => onStop(script)} />
        </Group>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={scripts} columns={columns} getKey={({ _id }) => _id} />;
}

/** Links to the script's listing while it is listed. */
function ListingLink({ script: { slug, isListed } }: { script: Script }) {
  const { t } = useTranslation('scripts');
  if (!isListed) return t('noListing');
  return (
    <Link to={`/listings/${slug}`} className={aboveLinkClass} translate="no">
      {slug}
    </Link>
  );
}
