import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EXAMPLE_CODE, exampleConfig } from '../../features/devscripts/example';
import { isProjectCode } from '../../lib/project-code';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { useHasRole } from '../../roles/use-has-role';
import { PageError } from '../../ui/layout/page-error';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { Workbench } from './workbench';

export function DevscriptPage() {
  const { t } = useTranslation('devscripts');
  const hasRole = useHasRole();
  const { devscriptId = '' } = useParams();
  const devscript = useQuery(devscriptQueries.detail(devscriptId));
  // Fetched once, so that a refetch cannot overwrite unsaved changes.
  const files = useQuery({ ...devscriptQueries.files(devscriptId), staleTime: Infinity });
  const values = useQuery(devscriptQueries.values(devscriptId));
  const devices = useQuery(deviceQueries.list());
  const isProject = isProjectCode(files.data?.code ?? undefined);
  const project = useQuery({
    ...devscriptQueries.project(devscriptId),
    staleTime: Infinity,
    enabled: isProject,
  });
  const failed = [devscript, files, values, devices, project].find(({ isError }) => isError);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devscript.data || !files.data || !values.data || !devices.data) return <SkeletonRows rows={6} />;
  if (isProject && !project.data) return <SkeletonRows rows={6} />;
  const { code, config, schema } = files.data;
  const savedFiles = { code: code ?? '', config: config ?? '', schema: schema ?? '' };
  const isNew = code === null && config === null;
  const initialFiles =
    isNew && hasRole('editor') ? { ...savedFiles, code: EXAMPLE_CODE, config: exampleConfig(t) } : savedFiles;
  return (
    <Workbench
      key={`${devscriptId}:${isProject}`}
      devscript={devscript.data}
      savedFiles={savedFiles}
      initialFiles={initialFiles}
      savedValues={values.data}
      devices={devices.data.items}
      project={isProject ? project.data : undefined}
    />
  );
}
