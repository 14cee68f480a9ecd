import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resultQueries } from '../../queries/results';
import { ChartIcon } from '../../ui/display/icons';

/** Links to the results of a job or of a script. Shows nothing if there are none. */
export function ResultsLink(filter: { jobId: string } | { scriptId: string }) {
  const { t } = useTranslation('results');
  const { data: hasResults } = useQuery(resultQueries.exists(filter));
  if (!hasResults) return null;
  const query = 'jobId' in filter ? `job=${filter.jobId}` : `script=${filter.scriptId}`;
  return (
    <Button component={Link} to={`/results?${query}`} variant="default" leftSection={<ChartIcon size={16} />}>
      {t('title')}
    </Button>
  );
}

/** The same as a link in a line of text, for the results of a job. */
export function ResultsAnchor({ jobId }: { jobId: string }) {
  const { t } = useTranslation('results');
  const { data: hasResults } = useQuery(resultQueries.exists({ jobId }));
  if (!hasResults) return null;
  return (
    <Anchor component={Link} to={`/results?job=${jobId}`} size="sm">
      {t('title')}
    </Anchor>
  );
}
