import type { ScheduleSummary } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { isFailing } from '../../lib/failing-schedule';
import { FilterBar } from '../../ui/lists/filter-bar';
import { FilterSelect } from '../../ui/lists/filter-select';
import { SearchInput } from '../../ui/lists/search-input';
import type { UrlFilter } from '../../ui/lists/url-filter';

/** The filters of the list of schedules, as in the URL. */
export const scheduleFilterNames = ['search', 'state'] as const;
type ScheduleListFilter = UrlFilter<(typeof scheduleFilterNames)[number]>;

const states = {
  active: ({ next, problem }: ScheduleSummary) => next.length > 0 && problem === null,
  paused: ({ isPaused }: ScheduleSummary) => isPaused,
  over: ({ isPaused, next }: ScheduleSummary) => !isPaused && next.length === 0,
  failing: isFailing,
};
type ScheduleState = keyof typeof states;
const stateNames = Object.keys(states) as ScheduleState[];

interface Props {
  filter: ScheduleListFilter;
  onChange: (change: Partial<ScheduleListFilter>) => void;
}

export function ScheduleFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation(['schedules', 'filters']);
  return (
    <FilterBar label={t('filters:label')}>
      <SearchInput label={t('search')} value={filter.search} onChange={(search) => onChange({ search })} />
      <FilterSelect
        label={t('state')}
        choices={stateNames.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
    </FilterBar>
  );
}

/** Returns the schedules whose name or script contains the search text, and that are in the state. */
export function filterSchedules(
  schedules: ScheduleSummary[],
  { search, state }: ScheduleListFilter,
): ScheduleSummary[] {
  const text = search.trim().toLowerCase();
  const isInState = states[state as ScheduleState] ?? (() => true);
  return schedules.filter(
    (schedule) =>
      [schedule.name, schedule.scriptName ?? ''].some((name) => name.toLowerCase().includes(text)) &&
      isInState(schedule),
  );
}
