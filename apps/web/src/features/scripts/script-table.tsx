import type { Script } from '@drover/sdk';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlayIcon } from '../../ui/icons';
import { aboveLinkClass, rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { ScriptMenu } from './script-menu';

interface Props {
  scripts: Script[];
  onRun: (script: Script) => void;
  onStop: (script: Script) => void;
}

export function ScriptTable({ scripts, onRun, onStop }: Props) {
  const { t } = useTranslation();
  const columns: Column<Script>[] = [
    {
      key: 'name',
      header: t('listings.script'),
      track: 'minmax(0, 2fr)',
      cell: ({ _id, name }) => (
        <Link to={`/library/${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'version',
      header: t('listings.version'),
      track: 'minmax(3.5rem, 0.5fr)',
      isExtra: true,
      cell: ({ version }) => version,
    },
    {
      key: 'origin',
      header: t('scripts.origin'),
      track: 'minmax(0, 0.9fr)',
      isExtra: true,
      cell: ({ isOwn }) => (isOwn ? t('scripts.own') : t('scripts.added')),
    },
    {
      key: 'listing',
      header: t('scripts.listingPage'),
      track: 'minmax(0, 0.9fr)',
      isExtra: true,
      cell: (script) => <ListingLink script={script} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '8.5rem',
      cell: (script) => (
        <Group gap={6} justify="flex-end" wrap="nowrap" className={aboveLinkClass}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<PlayIcon size={13} />}
            aria-label={`${t('scripts.run')}: ${script.name}`}
            onClick={() => onRun(script)}
          >
            {t('scripts.run')}
          </Button>
          <ScriptMenu script={script} onStop={() => onStop(script)} />
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable label={t('scripts.title')} rows={scripts} columns={columns} keyOf={({ _id }) => _id} />
  );
}

/** The script's listing within the console, while it is up. */
function ListingLink({ script: { slug, isListed } }: { script: Script }) {
  const { t } = useTranslation();
  if (!isListed) return t('scripts.noListing');
  return (
    <Link to={`/listings/${slug}`} className={aboveLinkClass}>
      {slug}
    </Link>
  );
}
