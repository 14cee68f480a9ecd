import type { Devscript } from '@drover/sdk';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ForRole } from '../../roles/for-role';
import { PlayIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { DevscriptMenu } from './devscript-menu';

interface Props {
  devscripts: Devscript[];
  onRun: (devscript: Devscript) => void;
}

export function DevscriptTable({ devscripts, onRun }: Props) {
  const { t } = useTranslation(['devscripts', 'common']);
  const columns: Column<Devscript>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ _id, name }) => (
        <Link to={`/devscripts/${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ reviewState }) => t(`states.${reviewState}`),
    },
    {
      key: 'updated',
      header: t('updated'),
      width: 'minmax(5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '8.5rem',
      cell: (devscript) => (
        <Group gap={6} justify="flex-end" wrap="nowrap" className={aboveLinkClass}>
          <ForRole role="operator">
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<PlayIcon size={13} />}
              aria-label={`${t('run')}: ${devscript.name}`}
              onClick={() => onRun(devscript)}
            >
              {t('run')}
            </Button>
          </ForRole>
          <DevscriptMenu devscript={devscript} />
        </Group>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={devscripts} columns={columns} getKey={({ _id }) => _id} />;
}
