/** A page of a list. */
export interface PageParams {
  /** From 1; absent: the first. */
  readonly page?: number;
  /** Records on a page; absent: {@link usualPageSize}. */
  readonly size?: number;
}

/** Records on a page when nobody says how many: deployments take such requests. @spec field note 26 */
export const usualPageSize = 10;

/** A page with the number of records on all pages. */
export interface Page<Item> {
  readonly count: number;
  readonly page: number;
  readonly items: readonly Item[];
}

/**
 * One page of a whole list.
 *
 * @spec document 1, Endpoints, Position change records; field note 32
 */
export function pageOf<Item>(all: readonly Item[], { page = 1, size = usualPageSize }: PageParams): Page<Item> {
  const start = (page - 1) * size;
  return { count: all.length, page, items: all.slice(start, start + size) };
}
