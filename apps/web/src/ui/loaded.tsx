import type { ReactNode } from 'react';
import { Failure } from './failure';
import { LoadMore } from './load-more';
import { RowsLoading } from './rows-loading';

/** What is read of the service, as a query tells of it. */
interface Reading<Data> {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Data> {
  query: Reading<Data>;
  /** Rows of the place that is kept for it. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** What was read; its place until then, and what went wrong where it did. */
export function Loaded<Data>({ query, rows, children }: Props<Data>) {
  return (
    <>
      {query.isPending && <RowsLoading rows={rows} />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

interface ListProps<Item, Data> extends Omit<Props<Data>, 'children'> {
  /** In place of a list without items. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A list, or what is said where it is empty. */
export function List<Item>({ empty, children, ...props }: ListProps<Item, { items: Item[] }>) {
  return <Loaded {...props}>{({ items }) => (items.length > 0 ? children(items) : empty)}</Loaded>;
}

type Pages<Item> = { pages: { items: Item[] }[] };
type PagedProps<Item> = ListProps<Item, Pages<Item>> & {
  query: Reading<Pages<Item>> & Parameters<typeof LoadMore>[0]['list'];
};

/** A list that is read page by page. */
export function PagedList<Item>({ empty, children, ...props }: PagedProps<Item>) {
  return (
    <>
      <Loaded {...props}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length > 0 ? children(items) : empty;
        }}
      </Loaded>
      <LoadMore list={props.query} />
    </>
  );
}
