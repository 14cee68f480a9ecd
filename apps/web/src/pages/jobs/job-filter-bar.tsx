import type { Trigger } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/lists/filter-bar';
import { FilterSelect } from '../../ui/lists/filter-select';
import { TimeFilter } from '../../ui/lists/time-filter';
import type { UrlFilter } from '../../ui/lists/url-filter';
import { DeviceSelect } from '../../features/devices/device-select';
import { RunStateFilter } from '../../features/runs/run-counts';
import { joinStates, splitStates } from '../../features/runs/run-state-badge';
import { ScriptSelect } from '../../features/scripts/script-select';

/** The filters of the list of jobs, as in the URL. `triggerId` has no field: links to the page set it. */
export const jobFilterNames = [
  'script',
  'device',
  'state',
  'trigger',
  'triggerId',
  'after',
  'before',
] as const;
type JobListFilter = UrlFilter<(typeof jobFilterNames)[number]>;

type TriggerKind = Trigger['kind'];
const triggers: TriggerKind[] = ['person', 'token', 'schedule', 'preset', 'rerun', 'automatic'];

interface Props {
  filter: JobListFilter;
  onChange: (change: Partial<JobListFilter>) => void;
}

/** The filters of the list of jobs. */
export function JobFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('filters');
  const { after, before } = filter;
  return (
    <>
      <FilterBar label={t('label')}>
        <ScriptSelect value={filter.script} onChange={(script) => onChange({ script })} />
        <DeviceSelect value={filter.device} onChange={(device) => onChange({ device })} />
        <FilterSelect
          label={t('trigger')}
          choices={triggers.map((value) => ({ value, label: t(`triggers.${value}`) }))}
          value={filter.trigger}
          onChange={(trigger) => onChange({ trigger, triggerId: '' })}
        />
        <TimeFilter value={{ after, before }} onChange={onChange} />
      </FilterBar>
      <RunStateFilter
        chosen={splitStates(filter.state)}
        onChange={(states) => onChange({ state: joinStates(states) })}
      />
    </>
  );
}
