import type { Scratch } from "./scratch.js";
import type { Place, SmokeReport } from "./smoke/scene.js";

/** What a runtime is tried with. */
export interface TrialWorld extends Scratch {
  /** Folder of the other runtimes' packages. */
  readonly foreign: string;
  /** The repository. */
  readonly root: string;
  /** A venue on loopback. */
  readonly place: Place;
  /** What is wrong with a report; undefined where all is right. */
  readonly judge: (report: SmokeReport, sockets: "sockets" | "no-sockets") => string | undefined;
  /** Keeps a program that hangs from holding up the others. */
  readonly timeLimitMs: number;
}

/** A runtime that the packages are tried in: one file of this folder each. */
export interface Trial {
  readonly name: string;
  /** Whether it is part of the short form, and what of the other runtimes' packages it needs. */
  readonly extent: "short" | "short-with-foreign" | "long";
  /** Why it cannot be tried on this machine; undefined where it can. */
  readonly missing: (world: Pick<TrialWorld, "foreign">) => string | undefined;
  /**
   * Runs it. Resolves to what is wrong; undefined where all is right.
   *
   * @throws Error when the runtime does not come to its end
   */
  readonly run: (world: TrialWorld) => Promise<string | undefined>;
}
