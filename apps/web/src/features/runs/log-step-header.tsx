import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/time';
import { AnsiText } from '../../ui/display/ansi-text';
import { CheckIcon, ChevronIcon, CloseIcon, StopIcon } from '../../ui/display/icons';
import { findRanges } from './log-find';
import type { StepHeader } from './log-steps';
import classes from './run-log.module.css';

interface Props {
  header: StepHeader;
  /** The text to highlight. */
  search: string;
  onToggle: (id: number, isOpen: boolean) => void;
}

const icons = { succeeded: CheckIcon, failed: CloseIcon, stopped: StopIcon } as const;

/** The start of a step, which opens and closes it: its name, outcome and duration. */
export function LogStepHeader({ header: { id, name, state, durationMs, isOpen }, search, onToggle }: Props) {
  const { t, i18n } = useTranslation('run-log');
  const Icon = state in icons ? icons[state as keyof typeof icons] : undefined;
  return (
    <button
      type="button"
      className={classes.step}
      data-state={state}
      aria-expanded={isOpen}
      onClick={() => onToggle(id, !isOpen)}
    >
      <ChevronIcon size={14} className={classes.chevron} />
      <span className={classes.stepName}>
        <AnsiText text={name} highlights={findRanges(name, search)} />
      </span>
      <span className={classes.outcome}>
        {Icon && <Icon size={14} />}
        {t(`steps.${state}`)}
        {durationMs !== null && <span>{formatDuration(durationMs, i18n.language)}</span>}
      </span>
    </button>
  );
}
