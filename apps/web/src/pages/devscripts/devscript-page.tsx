import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EXAMPLE_CODE, exampleConfig } from '../../features/devscripts/example';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { PageFailure } from '../../ui/page-failure';
import { RowsLoading } from '../../ui/rows-loading';
import { Workbench } from './workbench';

export function DevscriptPage() {
  const { t } = useTranslation();
  const { devscriptId = '' } = useParams();
  const devscript = useQuery(devscriptQueries.detail(devscriptId));
  // Read once: what is typed since then must not be overwritten by what is read again.
  const files = useQuery({ ...devscriptQueries.files(devscriptId), staleTime: Infinity });
  const values = useQuery(devscriptQueries.values(devscriptId));
  const devices = useQuery(deviceQueries.list());
  const failed = [devscript, files, values, devices].find(({ isError }) => isError);
  if (failed) return <PageFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devscript.data || !files.data || !values.data || !devices.data) return <RowsLoading rows={6} />;
  const { code, config } = files.data;
  const kept = { code: code ?? '', config: config ?? '' };
  const start = code === null && config === null ? { code: EXAMPLE_CODE, config: exampleConfig(t) } : kept;
  return (
    <Workbench
      key={devscriptId}
      devscript={devscript.data}
      kept={kept}
      start={start}
      savedValues={values.data}
      devices={devices.data.items}
    />
  );
}
