import type { Devscript } from '@drover/sdk';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlayIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { aboveLinkClass, rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { DevscriptMenu } from './devscript-menu';

interface Props {
  devscripts: Devscript[];
  onRun: (devscript: Devscript) => void;
}

export function DevscriptTable({ devscripts, onRun }: Props) {
  const { t } = useTranslation();
  const columns: Column<Devscript>[] = [
    {
      key: 'name',
      header: t('devscripts.name'),
      track: 'minmax(0, 2fr)',
      cell: ({ _id, name }) => (
        <Link to={`/devscripts/${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      header: t('devscripts.state'),
      track: 'minmax(0, 0.8fr)',
      isExtra: true,
      cell: ({ reviewState }) => t(`devscripts.states.${reviewState}`),
    },
    {
      key: 'updated',
      header: t('devscripts.updated'),
      track: 'minmax(5rem, 0.8fr)',
      isExtra: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '8.5rem',
      cell: (devscript) => (
        <Group gap={6} justify="flex-end" wrap="nowrap" className={aboveLinkClass}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<PlayIcon size={13} />}
            aria-label={`${t('devscripts.run')}: ${devscript.name}`}
            onClick={() => onRun(devscript)}
          >
            {t('devscripts.run')}
          </Button>
          <DevscriptMenu devscript={devscript} />
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('devscripts.title')}
      rows={devscripts}
      columns={columns}
      keyOf={({ _id }) => _id}
    />
  );
}
