import type { Deflate } from "@depthwire/core";
import type { RandomBytes } from "./keys/key-source.js";

/** How long messages are compressed. */
export type Compression = "zlib" | "gzip";

/** What a venue needs of the runtime that it runs in. */
export interface SandboxPorts {
  /** One complete stream of each kind. */
  readonly deflate: Readonly<Record<Compression, Deflate>>;
  /** From a source that nobody can guess. Unused with a seed. */
  readonly randomBytes: RandomBytes;
  /** Resolves after everybody who waits for a settled promise has had a turn. */
  nextTurn(): Promise<void>;
}
