import type { ExchangeConfig } from "@depthwire/exchange/internal";
import type { KindPage, PageRange } from "./snapshot-text.js";

/** What the thread that makes snapshots is told, in this order: where to begin, what follows, and to make one; then part by part. */
export type ToSnapshotThread =
  /** An exchange begins. */
  | { readonly kind: "begin"; readonly config: ExchangeConfig }
  /** A part of the text of the snapshot from which it goes on; none: from its first command. */
  | { readonly kind: "state-part"; readonly text: string }
  | { readonly kind: "state-whole" }
  /** Full pages that the snapshot counts on. */
  | { readonly kind: "state-pages"; readonly pages: readonly KindPage[] }
  /** Pages of commands, in order, the next ones each time. */
  | { readonly kind: "commands"; readonly texts: readonly string[] }
  /** Make a snapshot as of the last command. @param recordsKept see `JournalBegin` */
  | { readonly kind: "encode"; readonly recordsKept: readonly number[] }
  /** The next thing to write. */
  | { readonly kind: "next" };

/** The answer to each message. */
export type FromSnapshotThread =
  | { readonly kind: "done" }
  | { readonly kind: "carried-out"; readonly commands: number }
  /** The pages that the snapshot needs besides its text. */
  | { readonly kind: "needs"; readonly pages: readonly PageRange[] }
  | { readonly kind: "encoded"; readonly ranges: readonly PageRange[]; readonly length: number }
  | { readonly kind: "page"; readonly page: KindPage }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly text: string };
