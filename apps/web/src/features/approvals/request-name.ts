import type { Approval } from '@drover/sdk';
import { useTranslation } from 'react-i18next';

/** Returns a function that names what was asked for. Code and updates of agents have no names of their own. */
export function useRequestName(): (approval: Pick<Approval, 'kind' | 'jobKind' | 'name'>) => string {
  const { t } = useTranslation('approvals');
  return ({ kind, jobKind, name }) =>
    jobKind === 'execute' || jobKind === 'update' ? t(`unnamed.${jobKind}`) : t(`kinds.${kind}`, { name });
}
