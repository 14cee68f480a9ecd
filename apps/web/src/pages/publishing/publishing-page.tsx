import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { PromotionCodesPanel } from '../../features/promotion-codes/promotion-codes-panel';
import { DescriptionPanel } from '../../features/publishing/description-panel';
import { PricePanel } from '../../features/publishing/price-panel';
import { PublishPanel } from '../../features/publishing/publish-panel';
import { ReviewPanel } from '../../features/publishing/review-panel';
import { VersionTable } from '../../features/scripts/version-table';
import { devscriptQueries } from '../../queries/devscripts';
import { RoleFieldset } from '../../roles/role-fieldset';
import { CodeIcon } from '../../ui/display/icons';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { PanelColumns } from '../../ui/layout/panel';
import { Section } from '../../ui/layout/section';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

/** Review, listing, price, versions and promotion codes of a script. */
export function PublishingPage() {
  const { t } = useTranslation(['publishing', 'scripts']);
  const { devscriptId = '' } = useParams();
  const { data: devscript, isError, error, refetch } = useQuery(devscriptQueries.detail(devscriptId));
  const files = useQuery(devscriptQueries.fileList(devscriptId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!devscript) return <SkeletonRows />;
  const hasCode = files.data?.items.some(({ kind }) => kind === 'code') ?? true;
  return (
    <>
      <PageHeader
        title={devscript.name}
        tabTitle={t('titleOf', { name: devscript.name })}
        actions={
          <Button
            component={Link}
            to={`/devscripts/${devscriptId}`}
            variant="default"
            leftSection={<CodeIcon size={16} />}
          >
            {t('editor')}
          </Button>
        }
      >
        {t('title')}
      </PageHeader>
      <RoleFieldset role="editor">
        <PanelColumns
          key={devscriptId}
          wide={
            <>
              <ReviewPanel devscript={devscript} hasCode={hasCode} />
              <DescriptionPanel devscript={devscript} />
              <PricePanel devscript={devscript} />
            </>
          }
          narrow={
            <>
              <PublishPanel devscript={devscript} />
              <PromotionCodesPanel devscript={devscript} />
              {devscript.script && (
                <Section title={t('scripts:versions')}>
                  <VersionTable scriptId={devscript.script._id} />
                </Section>
              )}
            </>
          }
        />
      </RoleFieldset>
    </>
  );
}
