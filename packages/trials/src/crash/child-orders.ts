import type { Durability } from "@depthwire/sandbox";
import type { JournalHistory, JournalStep, Recovery } from "@depthwire/sandbox/internal";

/** A moment at which a sandbox ends itself: when a step is met for the so many-th time. */
export interface KillPoint {
  readonly step: JournalStep;
  readonly count: number;
}

/** What a child process is told. */
export interface ChildOrders {
  readonly directory: string;
  readonly pair: string;
  readonly durability: Durability;
  readonly history: JournalHistory;
  readonly tickIntervalMs: number;
  readonly maxReplayMs: number;
  /** From which size on a thread makes the snapshots; 0: always. */
  readonly largeVenue: number;
  /** Absent: it waits to be killed. */
  readonly kill?: KillPoint;
}

/** What a child process tells when its port is open. */
export interface ChildReport {
  readonly restUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly serviceName: string;
  readonly recovery: Pick<Recovery, "last" | "replayed" | "tookMs">;
}
