import type { Preset } from '@drover/sdk';
import { Loader, Text, UnstyledButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { useErrorText } from '../../ui/failure';
import { PlayIcon } from '../../ui/icons';
import classes from './preset-card.module.css';

interface Props {
  preset: Preset;
  /** Its devices, in words. */
  where: string;
  menu?: ReactNode;
}

/** One tap runs the preset, and shows its job. */
export function PresetCard({ preset, where, menu }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const textOf = useErrorText();
  const problem = problemOf(preset);
  const run = useMutation({
    mutationFn: () => drover.presets.run(preset._id),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      void navigate(`/jobs/${_id}`);
    },
  });
  return (
    <li className={classes.card}>
      <UnstyledButton
        className={classes.button}
        disabled={Boolean(problem) || run.isPending}
        aria-label={t('presets.run', { name: preset.name })}
        onClick={() => run.mutate()}
      >
        <span className={classes.sign} aria-hidden>
          {run.isPending ? <Loader size={18} color="white" /> : <PlayIcon size={18} />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{preset.name}</span>
          <span className={classes.line}>
            {preset.scriptName ?? (problem === 'scriptGone' ? '–' : t('presets.code'))}
          </span>
          <span className={classes.line}>{where}</span>
        </span>
      </UnstyledButton>
      {menu && <div className={classes.menu}>{menu}</div>}
      {(problem ?? run.isError) && (
        <Text size="sm" c="red" px="md" pb="sm" role="alert">
          {problem ? t(`presets.${problem}`) : textOf(run.error)}
        </Text>
      )}
    </li>
  );
}

/** Why it cannot run, as far as that is known before it is tried. */
function problemOf({ scriptId, scriptName, devices }: Preset): 'scriptGone' | 'devicesGone' | undefined {
  if (scriptId !== undefined && scriptName === null) return 'scriptGone';
  return devices?.length === 0 ? 'devicesGone' : undefined;
}
