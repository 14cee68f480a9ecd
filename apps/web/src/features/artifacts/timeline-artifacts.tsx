import type { Artifact } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { artifactQueries, artifactUrl, imageTypeOf } from '../../queries/artifacts';
import { useObjectUrl } from './artifact-preview';
import classes from './timeline-artifacts.module.css';

/** Largest picture that is loaded for a thumbnail. Larger ones are shown as files. */
const maxThumbnailBytes = 5 * 1024 * 1024;

/** The files that a run left at one moment: pictures as thumbnails, which open, others as links to their content. */
export function TimelineArtifacts({ artifacts }: { artifacts: Artifact[] }) {
  const { t } = useTranslation('artifacts');
  return (
    <div className={classes.artifacts} role="group" aria-label={t('title')}>
      {artifacts.map((artifact) => (
        <TimelineArtifact key={artifact._id} artifact={artifact} />
      ))}
    </div>
  );
}

function TimelineArtifact({ artifact }: { artifact: Artifact }) {
  const { t, i18n } = useTranslation('artifacts');
  const { name, size, problem } = artifact;
  const type = imageTypeOf(artifact);
  if (problem !== null) {
    return (
      <span className={classes.file} title={t('problem', { problem })}>
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>{t('problem', { problem })}</span>
      </span>
    );
  }
  if (type !== undefined && size <= maxThumbnailBytes) return <Thumbnail artifact={artifact} type={type} />;
  return (
    <a className={classes.file} href={artifactUrl(artifact)} download title={t('downloadOf', { name })}>
      <span className={classes.name}>{name}</span>
      <span className={classes.size}>{formatBytes(size, i18n.language)}</span>
    </a>
  );
}

function Thumbnail({ artifact, type }: { artifact: Artifact; type: string }) {
  const { t } = useTranslation('artifacts');
  const [isLarge, setLarge] = useState(false);
  const { data, isError } = useQuery(artifactQueries.image(artifact, type));
  const url = useObjectUrl(data);
  const { name } = artifact;
  return (
    <button
      type="button"
      className={classes.picture}
      data-large={isLarge || undefined}
      aria-expanded={isLarge}
      aria-label={t(isLarge ? 'shrink' : 'enlarge', { name })}
      title={name}
      onClick={() => setLarge(!isLarge)}
    >
      {url && !isError ? <img src={url} alt="" /> : <span className={classes.name}>{name}</span>}
    </button>
  );
}
