import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../ui/page-tabs';

/** Between what the account has and what it could have. */
export function ScriptTabs() {
  const { t } = useTranslation();
  return (
    <PageTabs
      label={t('scripts.title')}
      tabs={[
        { to: '/library', label: t('scripts.mine') },
        { to: '/listings', label: t('scripts.browse') },
      ]}
    />
  );
}
