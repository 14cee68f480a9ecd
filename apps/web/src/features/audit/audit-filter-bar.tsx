import type { AuditEntry } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { personPrefix } from '../../queries/audit';
import { FilterBar } from '../../ui/lists/filter-bar';
import { FilterSelect } from '../../ui/lists/filter-select';
import { TimeFilter } from '../../ui/lists/time-filter';
import type { UrlFilter } from '../../ui/lists/url-filter';
import { describeActor } from './audit-actions';

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
}

export function AuditFilterBar({ filter, onChange, entries, tokens }: Props) {
  const { t } = useTranslation(['audit', 'filters']);
  const actions = Object.entries(t('actions', { returnObjects: true })).flatMap(([prefix, verbs]) =>
    Object.entries(verbs).map(([verb, label]) => ({ value: `${prefix}.${verb}`, label })),
  );
  const actors = new Map(tokens.map(({ _id, name }) => [_id, name]));
  const people = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const entry of entries) {
    if (entry.personId && entry.personName) people.set(`${personPrefix}${entry.personId}`, entry.personName);
    if (entry.tokenId) actors.set(entry.tokenId, describeActor(entry, t));
    if (entry.targetId) targets.set(entry.targetId, entry.targetName ?? entry.targetId);
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
      <FilterSelect
        label={t('target')}
        choices={toChoices(targets)}
        value={filter.target}
        onChange={(target) => onChange({ target })}
        isSearchable
      />
      <TimeFilter value={{ after: filter.after, before: filter.before }} onChange={onChange} />
    </FilterBar>
  );
}

const toChoices = (names: Map<string, string>) => [...names].map(([value, label]) => ({ value, label }));
