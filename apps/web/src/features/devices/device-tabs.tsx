import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../ui/page-tabs';

/** Between the devices and what they are grouped by. */
export function DeviceTabs() {
  const { t } = useTranslation();
  return (
    <PageTabs
      label={t('devices.title')}
      tabs={[
        { to: '/devices', label: t('devices.all') },
        { to: '/devices/groups', label: t('devices.groups') },
      ]}
    />
  );
}
