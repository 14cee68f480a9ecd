import type { PresetSummary } from '@drover/sdk';
import { Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { useHasRole } from '../../roles/use-has-role';
import { useConfirmMany } from '../../ui/dialogs/confirm-many';
import { PlayIcon } from '../../ui/display/icons';
import { useErrorMessage } from '../../ui/feedback/error-alert';
import classes from './preset-card.module.css';

interface Props {
  preset: PresetSummary;
  /** Describes its devices. */
  devicesText: string;
  /** Counts the devices that it would run on. */
  countDevices: () => Promise<number>;
  menu?: ReactNode;
}

/** A button that runs a preset and opens its job. */
export function PresetCard({ preset, devicesText, countDevices, menu }: Props) {
  const { t } = useTranslation('presets');
  const navigate = useNavigate();
  const client = useQueryClient();
  const getErrorMessage = useErrorMessage();
  const hasRole = useHasRole();
  const problem = findProblem(preset);
  const run = useMutation({
    mutationFn: () => drover.presets.run(preset._id),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      void navigate(`/jobs/${_id}`);
    },
  });
  const confirm = useConfirmMany(run.mutate);
  const start = useMutation({ mutationFn: countDevices, onSuccess: confirm.startOn });
  const isPending = start.isPending || run.isPending;
  const error = start.error ?? run.error;
  return (
    <li className={classes.card}>
      <UnstyledButton
        className={classes.button}
        disabled={Boolean(problem) || isPending || !hasRole('operator')}
        onClick={() => start.mutate()}
      >
        <span className={classes.sign} aria-hidden>
          {isPending ? <Loader size={18} color="white" /> : <PlayIcon size={18} />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>
            <VisuallyHidden>{t('run')} </VisuallyHidden>
            {preset.name}
          </span>
          <span className={classes.line}>
            {preset.scriptName ?? (problem === 'scriptGone' ? '–' : t('code'))}
          </span>
          <span className={classes.line}>{devicesText}</span>
        </span>
      </UnstyledButton>
      {menu && <div className={classes.menu}>{menu}</div>}
      {(problem ?? error) && (
        <Text size="sm" c="red" px="md" pb="sm" role="alert">
          {problem ? t(`${problem}`) : getErrorMessage(error)}
        </Text>
      )}
      {confirm.dialog}
    </li>
  );
}

/** Returns why the preset cannot run, as far as this is known in advance. */
function findProblem({
  scriptId,
  scriptName,
  devices,
}: PresetSummary): 'scriptGone' | 'devicesGone' | undefined {
  if (scriptId !== undefined && scriptName === null) return 'scriptGone';
  return devices?.length === 0 ? 'devicesGone' : undefined;
}
