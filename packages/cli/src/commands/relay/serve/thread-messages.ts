import type { Ending } from "../../../program/ending.js";
import type { ServeFlags } from "./flags.js";
import type { ShownInstance } from "./metrics/instance-figures.js";

/** What a thread of `relay serve` is started with. */
export interface ServingThreadData {
  /** Of its instance. */
  readonly name: string;
  /** Those of the command line, with the name and the pairs of this thread. */
  readonly options: ServeFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly workingDirectory: string;
  readonly version: string;
  readonly isJson: boolean;
  readonly isColoured: boolean;
}

/** What a thread says. */
export type ThreadWord =
  | { readonly kind: "item"; readonly data: object; readonly text: string | undefined }
  | { readonly kind: "write" | "note"; readonly text: string }
  /** What came of it. */
  | { readonly kind: "result"; readonly data: object; readonly text: string | undefined }
  /** What the instance shows, since it was asked. */
  | { readonly kind: "figures"; readonly shown: ShownInstance }
  /** It ended by an error. */
  | { readonly kind: "failed"; readonly ending: Ending };

/** What a thread is told: to hand over what it owns, and to end; or to say its figures. */
export type ThreadOrder = "end" | "figures";
