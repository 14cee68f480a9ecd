import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { accountQueries } from '../queries/accounts';
import { approvalQueries } from '../queries/approvals';
import { useHasRole } from '../roles/use-has-role';
import { CountBadge } from '../ui/display/count-badge';
import { CheckIcon } from '../ui/display/icons';
import { ApprovalsPlace, rememberApprovalsLink } from './approvals-place';
import classes from './navigation.module.css';

/**
 * The link to the approvals, if the workspace has rules for them. The number counts what this person can decide: admins
 * what others asked for.
 */
export function ApprovalsLink() {
  const { t } = useTranslation('app');
  const hasRole = useHasRole();
  const { data: account } = useQuery(accountQueries.current());
  const { data: rules } = useQuery(approvalQueries.rules());
  const isUsed =
    rules !== undefined && (rules.maxDevices !== null || rules.schedules || rules.groups.length > 0);
  const isShown = isUsed && hasRole('operator');
  const { data } = useQuery({ ...approvalQueries.pending(), enabled: isShown });
  const isLoaded = account !== undefined && rules !== undefined;
  useEffect(() => {
    if (isLoaded) rememberApprovalsLink(isShown);
  }, [isLoaded, isShown]);
  if (!isLoaded) return <ApprovalsPlace />;
  if (!isShown) return null;
  const isDecidable = ({ askedBy }: { askedBy: { personId: string | null } }) =>
    hasRole('admin') && askedBy.personId !== account?.person?._id;
  const waiting = data?.items.filter(isDecidable).length ?? 0;
  return (
    <NavLink to="/approvals" className={classes.link}>
      <CheckIcon />
      {t('navigation.approvals')}
      {waiting > 0 && <CountBadge value={waiting} label={t('navigation.waiting', { count: waiting })} />}
    </NavLink>
  );
}
