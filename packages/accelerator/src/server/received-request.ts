import type { LocalRequest } from "./route.js";

/** The head of a request; one of `node:http` is one. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** Values by names in lower case. */
  readonly headersDistinct: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** So many queries are remembered. */
const maxKept = 1_000;

/** Longer ones are read each time, in characters. */
const maxKeptLength = 200;

/** Queries as they were read before: whoever reads often asks for the same again and again. */
export class Queries {
  readonly #kept = new Map<string, URLSearchParams>();

  /** What stands in a query. Nobody changes it. */
  of(queryText: string): URLSearchParams {
    const known = this.#kept.get(queryText);
    if (known !== undefined) {
      return known;
    }
    const query = new URLSearchParams(queryText);
    if (queryText.length <= maxKeptLength) {
      if (this.#kept.size >= maxKept) {
        this.#kept.clear();
      }
      this.#kept.set(queryText, query);
    }
    return query;
  }
}

/** A request as routes see it. What few of them read is made when it is read. */
export class ReceivedRequest implements LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly body: string;
  params: Readonly<Record<string, string>> = {};
  readonly header: (name: string) => string | undefined;
  readonly #queries: Queries;

  constructor(
    request: RequestHead,
    queries: Queries,
    { path, queryText, body }: { readonly path: string; readonly queryText: string; readonly body: string },
  ) {
    this.method = request.method ?? "GET";
    this.path = path;
    this.queryText = queryText;
    this.body = body;
    this.header = (name) => request.headersDistinct[name]?.join(", ");
    this.#queries = queries;
  }

  get query(): URLSearchParams {
    return this.#queries.of(this.queryText);
  }
}
