import type { Artifact, Run } from '@drover/sdk';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { artifactQueries, artifactUrl, imageTypeOf } from '../../queries/artifacts';
import { RelativeTime } from '../../ui/display/relative-time';
import { Panel } from '../../ui/layout/panel';
import { ArtifactPreview } from './artifact-preview';
import classes from './run-artifacts.module.css';

/** Pictures that are shown at once, and their size. */
const [maxShown, maxShownBytes] = [4, 5 * 1024 * 1024];

/** The files that a run left. Shows nothing if it left none. */
export function RunArtifacts({ run }: { run: Run }) {
  const { t } = useTranslation('artifacts');
  const { data } = useQuery(artifactQueries.list(run._id));
  if (!data || data.items.length === 0) return null;
  const artifacts = data.items.toReversed();
  const shown = artifacts.filter(isPicture).slice(0, maxShown);
  return (
    <Panel
      title={t('title')}
      aside={
        <Anchor href={`/v1/runs/${run._id}/artifacts.zip`} download size="sm">
          {t('downloadAll')}
        </Anchor>
      }
    >
      <ul className={classes.list}>
        {artifacts.map((artifact) => (
          <ArtifactRow key={artifact._id} artifact={artifact} isShown={shown.includes(artifact)} />
        ))}
      </ul>
    </Panel>
  );
}

function isPicture(artifact: Artifact): boolean {
  return imageTypeOf(artifact) !== undefined && artifact.problem === null && artifact.size <= maxShownBytes;
}

function ArtifactRow({ artifact, isShown }: { artifact: Artifact; isShown: boolean }) {
  const { t, i18n } = useTranslation('artifacts');
  const [isOpen, setOpen] = useState(isShown);
  const { name, size, problem, savedAt } = artifact;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.name} title={name} translate="no">
          {name}
        </span>
        <Text span size="sm" c="dimmed" className={classes.facts}>
          {formatBytes(size, i18n.language)} · <RelativeTime at={savedAt} />
        </Text>
        {problem === null && (
          <span className={classes.actions}>
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              aria-label={t(isOpen ? 'hideOf' : 'showOf', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'hide' : 'show')}
            </Button>
            <Button
              component="a"
              href={artifactUrl(artifact)}
              download
              size="compact-sm"
              variant="default"
              aria-label={t('downloadOf', { name })}
            >
              {t('download')}
            </Button>
          </span>
        )}
      </div>
      {problem !== null && (
        <Text size="sm" c="dimmed">
          {t('problem', { problem })}
        </Text>
      )}
      {isOpen && problem === null && <ArtifactPreview artifact={artifact} />}
    </li>
  );
}
