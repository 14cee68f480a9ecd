import type { AuditEntry } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { personPrefix } from '../../queries/audit';
import { FilterBar } from '../../ui/lists/filter-bar';
import { FilterSelect } from '../../ui/lists/filter-select';
import { TimeFilter } from '../../ui/lists/time-filter';
import type { UrlFilter } from '../../ui/lists/url-filter';
import { describeActor } from './audit-actions';
import { TargetSelect } from './target-select';

/** Filters of the audit log, named as in the URL. */
export const auditFilterNames = ['action', 'actor', 'target', 'after', 'before'] as const;
type AuditListFilter = UrlFilter<(typeof auditFilterNames)[number]>;

interface Props {
  filter: AuditListFilter;
  onChange: (change: Partial<AuditListFilter>) => void;
  /** The loaded entries, whose authors and targets can be chosen. */
  entries: AuditEntry[];
  /** The access tokens, which can be chosen too. */
  tokens: { _id: string; name: string }[];
  /** The members of the workspace, who can be chosen too. */
  members: { personId: string; name: string }[];
}

export function AuditFilterBar({ filter, onChange, entries, tokens, members }: Props) {
  const { t } = useTranslation(['audit', 'filters']);
  const actions = Object.entries(t('actions', { returnObjects: true })).flatMap(([prefix, verbs]) =>
    Object.entries(verbs).map(([verb, label]) => ({ value: `${prefix}.${verb}`, label })),
  );
  const actors = new Map(tokens.map(({ _id, name }) => [_id, name]));
  const people = new Map(members.map(({ personId, name }) => [`${personPrefix}${personId}`, name]));
  for (const entry of entries) {
    if (entry.personId && entry.personName) people.set(`${personPrefix}${entry.personId}`, entry.personName);
    if (entry.tokenId) actors.set(entry.tokenId, describeActor(entry, t));
  }
  return (
    <FilterBar label={t('filters:label')}>
      <FilterSelect
        label={t('action')}
        choices={actions}
        value={filter.action}
        onChange={(action) => onChange({ action })}
        isSearchable
      />
      <FilterSelect
        label={t('actor')}
        choices={[...toChoices(people), ...toChoices(actors)]}
        value={filter.actor}
        onChange={(actor) => onChange({ actor })}
        isSearchable
      />
      <TargetSelect value={filter.target} onChange={(target) => onChange({ target })} entries={entries} />
      <TimeFilter value={{ after: filter.after, before: filter.before }} onChange={onChange} />
    </FilterBar>
  );
}

const toChoices = (names: Map<string, string>) => [...names].map(([value, label]) => ({ value, label }));
