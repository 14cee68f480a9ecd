import type { Device, Devscript, Values } from '@drover/sdk';
import { Anchor, Badge, Button, FileButton, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { toVars } from '../../features/config-form/config-items';
import { DevscriptMenu } from '../../features/devscripts/devscript-menu';
import { EditorPane } from '../../features/devscripts/editor-pane';
import { UnsavedGuard } from '../../features/devscripts/unsaved-guard';
import { useDraft, type Files } from '../../features/devscripts/use-draft';
import { useFileDrop } from '../../features/devscripts/use-file-drop';
import { runTarget } from '../../queries/targets';
import { PlayIcon, SaveIcon, UploadIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { useShowFailure } from '../../ui/show-failure';
import { ConfigPreview } from '../../features/config-form/config-preview';
import { DeviceChoice, useChosenDevices } from './workbench-devices';
import { Output } from './output';
import { useConfigValues } from '../../features/config-form/use-config-values';
import { useShortcuts } from './use-shortcuts';
import classes from './workbench.module.css';

interface Props {
  devscript: Devscript;
  kept: Files;
  start: Files;
  savedValues: Values;
  devices: Device[];
}

/** Write, save, run, read: one page, and two shortcuts. */
export function Workbench({ devscript, kept, start, savedValues, devices }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showFailure = useShowFailure();
  const { files, setFiles, isDirty, save, load } = useDraft(devscript._id, kept, start);
  const [tab, setTab] = useState<keyof Files>('code');
  const [chosen, setChosen] = useChosenDevices(devscript._id);
  const [isChoosing, setChoosing] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const config = useConfigValues(files.config, savedValues);
  const targets = devices.filter(({ _id }) => chosen.has(_id));

  const run = useMutation({
    mutationFn: async () => {
      await save.mutateAsync();
      const target = { kind: 'devscript', id: devscript._id, name: devscript.name } as const;
      const references = targets.map(({ _id, name }) => ({ _id, name }));
      return runTarget(target, { devices: references, vars: toVars(config.items, config.values) });
    },
    onSuccess: setJobId,
    // What saving threw is told already.
    onError: (error) => error !== save.error && showFailure(error),
  });
  const isBusy = save.isPending || run.isPending;
  const saveNow = () => void (isBusy || save.mutate());
  const runNow = () => {
    if (targets.length === 0) setChoosing(true);
    else if (!isBusy) run.mutate();
  };
  useShortcuts({ onSave: saveNow, onRun: runNow });
  const take = async (file: File | null) => {
    const kind = file && (await load(file));
    if (kind) setTab(kind);
  };
  const isDropping = useFileDrop((file) => void take(file));

  return (
    <div className={classes.page} data-running={Boolean(jobId) || undefined}>
      <PageHeader
        title={devscript.name}
        actions={
          <>
            <FileButton
              accept=".js,.cjs,.mjs,.json"
              onChange={(file) => void take(file)}
              inputProps={{ 'aria-label': t('devscripts.uploadLabel') }}
            >
              {(props) => (
                <Button {...props} variant="subtle" color="gray" leftSection={<UploadIcon size={16} />}>
                  {t('devscripts.upload')}
                </Button>
              )}
            </FileButton>
            <DeviceChoice
              devices={devices}
              chosen={chosen}
              onChange={setChosen}
              isOpen={isChoosing}
              onOpen={setChoosing}
            />
            <Tooltip label="Ctrl/⌘ S">
              <Button
                variant="default"
                leftSection={<SaveIcon size={16} />}
                onClick={saveNow}
                loading={save.isPending}
                disabled={!isDirty}
              >
                {t('devscripts.save')}
              </Button>
            </Tooltip>
            <Tooltip label="Ctrl/⌘ Enter">
              <Button leftSection={<PlayIcon size={16} />} onClick={runNow} loading={run.isPending}>
                {isDirty ? t('devscripts.saveRun') : t('devscripts.run')}
              </Button>
            </Tooltip>
            <DevscriptMenu devscript={devscript} onRemoved={() => void navigate('/devscripts')} />
          </>
        }
      >
        <span role="status">
          {isDirty ? (
            <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.unsaved}>
              {t('devscripts.unsaved')}
            </Badge>
          ) : (
            <Anchor component={Link} to={`/devscripts/${devscript._id}/publishing`} size="sm">
              {t(`devscripts.states.${devscript.reviewState}`)} · {t('devscripts.publishing')}
            </Anchor>
          )}
        </span>
      </PageHeader>
      <div className={classes.bench}>
        <EditorPane files={files} onFiles={setFiles} tab={tab} onTab={setTab} isDropping={isDropping} />
        <ConfigPreview config={config} isEditing={tab === 'config'} />
      </div>
      {jobId && <Output key={jobId} jobId={jobId} onClose={() => setJobId(undefined)} />}
      <UnsavedGuard isDirty={isDirty} />
    </div>
  );
}
