import type { Listing } from '@drover/sdk';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import classes from './listing-table.module.css';
import { Price } from './price';

interface Props {
  listings: Listing[];
  /** Slugs of what is in the library already. */
  owned: ReadonlySet<string>;
}

export function ListingTable({ listings, owned }: Props) {
  const { t } = useTranslation();
  const columns: Column<Listing>[] = [
    {
      key: 'name',
      header: t('listings.script'),
      track: 'minmax(0, 2.4fr)',
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
      header: t('listings.owner'),
      track: 'minmax(0, 0.9fr)',
      isExtra: true,
      cell: ({ ownerName }) => <span dir="auto">{ownerName}</span>,
    },
    {
      key: 'version',
      header: t('listings.version'),
      track: 'minmax(0, 0.5fr)',
      isExtra: true,
      cell: ({ version }) => version,
    },
    {
      key: 'price',
      header: t('listings.price'),
      track: 'minmax(7.5rem, 0.9fr)',
      cell: (listing) =>
        owned.has(listing.slug) ? (
          <Badge variant="light" tt="none">
            {t('listings.inLibrary')}
          </Badge>
        ) : (
          <Price listing={listing} />
        ),
    },
  ];
  return (
    <VirtualTable
      label={t('listings.title')}
      rows={listings}
      columns={columns}
      keyOf={({ slug }) => slug}
      rowHeight={64}
    />
  );
}
