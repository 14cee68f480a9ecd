import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../ui/layout/page-tabs';

/** Tabs for devices and device groups. */
export function DeviceTabs() {
  const { t } = useTranslation('devices');
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { to: '/devices', label: t('all') },
        { to: '/devices/groups', label: t('groups') },
      ]}
    />
  );
}
