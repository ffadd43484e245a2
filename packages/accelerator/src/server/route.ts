import type { Answer } from "./answer.js";

/** A request that the guard let through. */
export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  /** What stood behind `?`, still encoded. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  /** Parts of the path by their names in the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The body's exact text; empty when there was none. */
  readonly body: string;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** One address with what answers it. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Parts with a colon in front, such as `/book/:pair`, are named. */
  readonly path: string;
  /** What it does, in a sentence: it stands in the description at `/`. */
  readonly summary: string;
  /** What may stand behind `?`, with an example of each. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Headers that may come, with an example of each. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Example of a body. */
  readonly body?: object;
  /** What a body may have besides, with an example of each. */
  readonly moreOfBody?: object;
  /** Fields that a body must have. */
  readonly required?: readonly string[];
  /** Example of an answer. */
  readonly example?: unknown;
  /** Media type of the answer; JSON where none is named. */
  readonly answerType?: string;
  /** Scripts and styles of a page: nobody asks for them by hand, so no description has them. */
  readonly isPartOfPage?: true;
  readonly answer: (request: LocalRequest) => Answer | Promise<Answer>;
}

/** Whether descriptions name a route. */
export function isListed({ isPartOfPage }: Route): boolean {
  return isPartOfPage !== true;
}
