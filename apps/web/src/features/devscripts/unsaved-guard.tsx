import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Confirm } from '../../ui/confirm';

/** Asks before a page with unsaved changes is left. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title={t('devscripts.leaveTitle')}
      text={t('devscripts.leaveText')}
      action={t('devscripts.leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
