import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../ui/layout/page-tabs';

/** Tabs for the library and the listings. */
export function ScriptTabs() {
  const { t } = useTranslation('scripts');
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { to: '/library', label: t('mine') },
        { to: '/listings', label: t('browse') },
      ]}
    />
  );
}
