import type { ReactNode } from 'react';
import { ErrorAlert } from '../feedback/error-alert';
import { LoadMore } from './load-more';
import { SkeletonRows } from './skeleton-rows';

/** The parts of a query's result that are rendered. */
interface QueryState<Data> {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Data> {
  query: QueryState<Data>;
  /** Number of placeholder rows while loading. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a placeholder while it loads, and its error. */
export function QueryResult<Data>({ query, rows, children }: Props<Data>) {
  return (
    <>
      {query.isPending && <SkeletonRows rows={rows} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

interface ListProps<Item, Data> extends Omit<Props<Data>, 'children'> {
  /** Shown instead of an empty list. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** Renders the items of a list query, or `empty`. */
export function List<Item>({ empty, children, ...props }: ListProps<Item, { items: Item[] }>) {
  return <QueryResult {...props}>{({ items }) => (items.length > 0 ? children(items) : empty)}</QueryResult>;
}

type Pages<Item> = { pages: { items: Item[] }[] };
type PagedProps<Item> = ListProps<Item, Pages<Item>> & {
  query: QueryState<Pages<Item>> & Parameters<typeof LoadMore>[0]['list'];
};

/** Renders the items of a paged list, with a button that loads more. */
export function PagedList<Item>({ empty, children, ...props }: PagedProps<Item>) {
  return (
    <>
      <QueryResult {...props}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length > 0 ? children(items) : empty;
        }}
      </QueryResult>
      <LoadMore list={props.query} />
    </>
  );
}
