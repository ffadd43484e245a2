import type { BookView } from "@depthwire/book";

/** Somebody who is shown a book. */
export interface BookReader {
  readonly levels: number;
  /** Whether somebody waits for a view that is newer still. */
  readonly isAwaited: boolean;
  show(view: BookView): void;
}
