import type { LogLine } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { editorLink, errorPositionIn } from '../../lib/error-position';
import { formatExactTime } from '../../lib/time';
import { AnsiText } from '../../ui/display/ansi-text';
import { formatJson } from './json-text';
import { findRanges } from './log-find';
import { LogStepHeader } from './log-step-header';
import type { StepHeader } from './log-steps';
import classes from './run-log.module.css';
import type { LogSettings } from './use-log-settings';

/** How lines are shown. */
export interface LineSettings {
  settings: LogSettings;
  /** The text to highlight. */
  search: string;
  onLineSelect: (line: number) => void;
  onStepToggle: (id: number, isOpen: boolean) => void;
  /** The page of the script's editor, if it has one. Positions of errors link to it. */
  editorPage?: string;
}

interface Props extends LineSettings {
  line: LogLine;
  /** The ANSI style that the lines before have set. */
  style?: string;
  /** How many steps are around it. */
  depth: number;
  /** For the start of a step. */
  header?: StepHeader;
  /** Whether Tab reaches the number of the line. */
  isTabStop: boolean;
  isFormatted: boolean;
  onFormat: () => void;
}

/** A line: its number, which copies a link to it, its time and its text. */
export function Line({ line: { seq, at, text }, settings, search, isFormatted, ...props }: Props) {
  const { depth, header } = props;
  const { t } = useTranslation('run-log');
  const json = header ? undefined : formatJson(text);
  const position = errorPositionIn(text);
  const shown = isFormatted && json !== undefined ? json : text;
  return (
    <>
      <button
        type="button"
        className={classes.number}
        onClick={() => props.onLineSelect(seq)}
        aria-label={t('lineLink', { line: seq })}
        data-line={seq}
        tabIndex={props.isTabStop ? 0 : -1}
      >
        {seq}
      </button>
      {settings.hasTimestamps && <LineTime at={at} />}
      {json !== undefined && (
        <button
          type="button"
          className={classes.json}
          onClick={props.onFormat}
          aria-expanded={isFormatted}
          aria-label={t('formatJson', { line: seq })}
        >
          {'{}'}
        </button>
      )}
      {depth > 0 && <span className={classes.indent} style={{ width: `${depth * 1.5}em` }} />}
      {header ? (
        <LogStepHeader header={header} search={search} onToggle={props.onStepToggle} />
      ) : (
        <span className={classes.text}>
          <AnsiText text={shown} style={props.style} highlights={findRanges(shown, search)} />
          {position && props.editorPage && (
            <Link to={editorLink(props.editorPage, position)} className={classes.position}>
              {t('openLine', { line: position.line })}
            </Link>
          )}
        </span>
      )}
    </>
  );
}

function LineTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  const time = date.toLocaleTimeString('en-GB', { hour12: false });
  return (
    <time className={classes.time} dateTime={at} title={formatExactTime(at, i18n.language)}>
      {time}.{String(date.getMilliseconds()).padStart(3, '0')}
    </time>
  );
}
