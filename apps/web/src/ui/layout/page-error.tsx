import { isNotFound } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../feedback/error-alert';
import { PageHeader } from './page-header';

/** Replaces a page that failed to load. */
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={isNotFound(error) ? t('failure.notFound') : t('failure.title')} />
      <ErrorAlert error={error} onRetry={isNotFound(error) ? undefined : onRetry} />
    </>
  );
}
