import type { Artifact, Run } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { placeArtifacts } from './log-artifacts';
import { LogLines } from './log-lines';
import { LogToolbar } from './log-toolbar';
import classes from './run-log.module.css';
import { useLogSettings } from './use-log-settings';
import { useLogView } from './use-log-view';

interface Props {
  run: Run;
  /** Number of the line to start at and to highlight. */
  startLine?: number;
  /** Called when the user selects a line. The link to it is then on the clipboard. */
  onLineSelect?: (line: number) => void;
  /** The page of the script's editor, if it has one. Positions of errors link to it. */
  editorPage?: string;
  className?: string;
  /** The files that the run left, which are shown at their time. */
  artifacts?: Artifact[];
  renderArtifacts?: (artifacts: Artifact[]) => ReactNode;
}

/** The log of a run, live while it is running. */
export function RunLog({ run, startLine, onLineSelect, editorPage, className, ...files }: Props) {
  const { t } = useTranslation('run-log');
  const view = useLogView(run, startLine);
  const [settings, changeSettings] = useLogSettings();
  const [selectedLine, setSelectedLine] = useState<number>();
  const { lines, isLoading, error, reader, scrollTo, hasLater } = view;
  const { artifacts, renderArtifacts = () => null } = files;
  const placed = useMemo(
    () => artifacts && placeArtifacts(lines, artifacts, { hasLater }),
    [lines, view.version, artifacts, hasLater],
  );
  // Selecting a line changes the address, but must not scroll.
  useEffect(() => {
    if (startLine !== undefined && startLine !== selectedLine) scrollTo(startLine);
  }, [startLine]);

  const selectLine = async (line: number) => {
    setSelectedLine(line);
    onLineSelect?.(line);
    const link = new URL(`/runs/${run._id}#L${line}`, window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      notifications.show({ message: t('linkCopied', { line }) });
    } catch {
      // Browsers allow access to the clipboard only over HTTPS and on localhost.
      notifications.show({ message: link });
    }
  };
  const empty = view.last > 0 ? 'noMatch' : view.isEnded ? 'empty' : 'waiting';

  return (
    <section aria-label={t('title')} className={`${classes.log} ${className ?? ''}`}>
      <LogToolbar runId={run._id} view={view} settings={settings} onSettingsChange={changeSettings} />
      {Boolean(error) && (
        <div className={classes.failure}>
          <ErrorAlert error={error} onRetry={() => void reader?.refresh()} />
        </div>
      )}
      {lines.length === 0 &&
        (isLoading ? (
          <div className={classes.empty}>
            <SkeletonRows rows={2} />
          </div>
        ) : (
          !error && <p className={classes.empty}>{t(`${empty}`)}</p>
        ))}
      {lines.length > 0 && (
        <LogLines
          {...{ lines, settings, editorPage, renderArtifacts }}
          artifacts={placed}
          depths={view.depths}
          styles={view.styles}
          headers={view.headers}
          onStepToggle={view.toggleStep}
          version={view.version}
          isFollowing={view.isFollowing}
          search={view.filter.search}
          currentLine={view.current}
          goTo={view.target}
          selectedLine={selectedLine ?? startLine}
          onLineSelect={(line) => void selectLine(line)}
          onFollowChange={view.setFollowing}
          onEdge={(edge) => void (edge === 'start' ? reader?.readEarlier() : reader?.readLater())}
        />
      )}
    </section>
  );
}
