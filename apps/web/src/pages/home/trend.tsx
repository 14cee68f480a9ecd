import { useTranslation } from 'react-i18next';
import classes from './overview.module.css';

const [width, height] = [120, 24];

/** A line of counts. Empty, but as high, with fewer than two. */
export function Trend({ counts }: { counts: number[] }) {
  const { t } = useTranslation('home');
  if (counts.length < 2) return <span className={classes.trend} />;
  const max = Math.max(1, ...counts);
  const points = counts.map(
    (count, index) => `${(index / (counts.length - 1)) * width},${height - 1 - (count / max) * (height - 2)}`,
  );
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('onlineTrend', { counts: counts.join(', ') })}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
