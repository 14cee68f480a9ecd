import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../features/devices/device-select';
import { JobSelect } from '../../features/jobs/job-select';
import { RunStateFilter } from '../../features/runs/run-counts';
import { joinStates, splitStates } from '../../features/runs/run-state-badge';
import { ScriptSelect } from '../../features/scripts/script-select';
import type { RunListFilter } from '../../queries/run-list';
import { FilterBar } from '../../ui/lists/filter-bar';
import { SearchInput } from '../../ui/lists/search-input';
import { TimeFilter } from '../../ui/lists/time-filter';

/** The filters of the list of runs. `failure` has no field: links to the page set it. */
export const runFilterNames = [
  ...(['device', 'script', 'job', 'state', 'failure'] as const),
  ...(['exitCode', 'reason', 'after', 'before'] as const),
] as const;

interface Props {
  filter: RunListFilter;
  onChange: (change: Partial<RunListFilter>) => void;
}

/** The filters of the list of runs. */
export function RunFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('filters');
  const { script, after, before } = filter;
  return (
    <>
      <FilterBar label={t('label')}>
        <DeviceSelect value={filter.device} onChange={(device) => onChange({ device })} />
        <ScriptSelect value={script} onChange={(chosen) => onChange({ script: chosen, job: '' })} />
        <TimeFilter value={{ after, before }} onChange={onChange} />
        <JobSelect value={filter.job} scriptId={script} onChange={(job) => onChange({ job })} />
        <SearchInput label={t('reason')} value={filter.reason} onChange={(reason) => onChange({ reason })} />
        <SearchInput
          label={t('exitCode')}
          inputMode="numeric"
          value={filter.exitCode}
          onChange={(exitCode) => onChange({ exitCode: exitCode.replace(/\D/g, '') })}
        />
      </FilterBar>
      <RunStateFilter
        chosen={splitStates(filter.state)}
        onChange={(states) => onChange({ state: joinStates(states) })}
      />
    </>
  );
}
