import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AddListing } from '../../features/listings/add-listing';
import { listingQueries } from '../../queries/listings';
import { listingUrl, scriptQueries } from '../../queries/scripts';
import { Copy } from '../../ui/copy';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelColumns } from '../../ui/panel';
import { RowsLoading } from '../../ui/rows-loading';

/** A listing, as an account sees it. */
export function ListingPage() {
  const { t } = useTranslation();
  const { slug = '' } = useParams();
  const listing = useQuery(listingQueries.detail(slug));
  const library = useQuery(scriptQueries.list());
  const failed = [listing, library].find(({ isError }) => isError);
  if (failed) return <PageFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!listing.data || !library.data) return <RowsLoading />;
  const { name, version, ownerName, description } = listing.data;
  const url = listingUrl(listing.data.slug);
  return (
    <>
      <PageHeader title={name}>
        <Group gap={6} component="span">
          <span>{version}</span>
          <span dir="auto">· {t('listings.by', { name: ownerName })}</span>
          <span className="prose">
            · <a href={url}>{t('listings.publicPage')}</a>
          </span>
          <Copy value={url} label={t('listings.copyListing')} />
        </Group>
      </PageHeader>
      <PanelColumns
        wide={
          <Panel title={t('listings.description')}>
            <Text
              dir="auto"
              c={description ? undefined : 'dimmed'}
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {description || t('listings.noDescription')}
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
