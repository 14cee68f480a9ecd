import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AddListing } from '../../features/listings/add-listing';
import { listingQueries } from '../../queries/listings';
import { listingUrl, scriptQueries } from '../../queries/scripts';
import { CopyIconButton } from '../../ui/display/copy';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Panel, PanelColumns } from '../../ui/layout/panel';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

/** A listing as signed-in users see it. */
export function ListingPage() {
  const { t } = useTranslation('listings');
  const { slug = '' } = useParams();
  const listing = useQuery(listingQueries.detail(slug));
  const library = useQuery(scriptQueries.list());
  const failed = [listing, library].find(({ isError }) => isError);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!listing.data || !library.data) return <SkeletonRows />;
  const { name, version, ownerName, description } = listing.data;
  const url = listingUrl(listing.data.slug);
  return (
    <>
      <PageHeader title={name}>
        <Group gap={6} component="span">
          <span>{version}</span>
          <span dir="auto">· {t('by', { name: ownerName })}</span>
          <span className="prose">
            · <a href={url}>{t('publicPage')}</a>
          </span>
          <CopyIconButton value={url} label={t('copyListing')} />
        </Group>
      </PageHeader>
      <PanelColumns
        wide={
          <Panel title={t('description')}>
            <Text
              dir="auto"
              c={description ? undefined : 'dimmed'}
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {description || t('noDescription')}
            </Text>
          </Panel>
        }
        narrow={
          <AddListing
            key={slug}
            listing={listing.data}
            script={library.data.items.find((script) => script.slug === listing.data.slug)}
          />
        }
      />
    </>
  );
}
