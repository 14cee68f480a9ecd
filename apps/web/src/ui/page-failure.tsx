import { isNotFound } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Failure } from './failure';
import { PageHeader } from './page-header';

/** In place of a page that could not be shown. */
export function PageFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={isNotFound(error) ? t('failure.notFound') : t('failure.title')} />
      <Failure error={error} onRetry={isNotFound(error) ? undefined : onRetry} />
    </>
  );
}
