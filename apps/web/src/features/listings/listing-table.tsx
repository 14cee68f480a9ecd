import type { Listing } from '@drover/sdk';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import classes from './listing-table.module.css';
import { Price } from './price';

interface Props {
  listings: Listing[];
  /** Slugs of the scripts in the library. */
  owned: ReadonlySet<string>;
}

export function ListingTable({ listings, owned }: Props) {
  const { t } = useTranslation('listings');
  const columns: Column<Listing>[] = [
    {
      key: 'name',
      header: t('script'),
      width: 'minmax(0, 2.4fr)',
      cell: ({ slug, name, description }) => (
        <div className={classes.summary}>
          <Link to={`/listings/${slug}`} className={rowLinkClass} dir="auto">
            {name}
          </Link>
          <span className={classes.description} dir="auto">
            {description}
          </span>
        </div>
      ),
    },
    {
      key: 'owner',
      header: t('owner'),
      width: 'minmax(0, 0.9fr)',
      isHiddenOnMobile: true,
      cell: ({ ownerName }) => <span dir="auto">{ownerName}</span>,
    },
    {
      key: 'version',
      header: t('version'),
      width: 'minmax(0, 0.5fr)',
      isHiddenOnMobile: true,
      cell: ({ version }) => version,
    },
    {
      key: 'price',
      header: t('price'),
      width: 'minmax(7.5rem, 0.9fr)',
      cell: (listing) =>
        owned.has(listing.slug) ? (
          <Badge variant="light" tt="none">
            {t('inLibrary')}
          </Badge>
        ) : (
          <Price listing={listing} />
        ),
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      rows={listings}
      columns={columns}
      getKey={({ slug }) => slug}
      rowHeight={64}
    />
  );
}
