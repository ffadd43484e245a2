/** Everything that can go wrong in a world, as plain data: a script of them replays a run. */
export const faultKinds = [
  "cut",
  "swallow",
  "down",
  "slow",
  "harmed-requests",
  "kill-trader",
  "kill-amid-order",
  "pause-trader",
  "kill-venue",
  "kill-venue-amid-order",
  "venue-power",
  "venue-disk-full",
  "trader-disk-full",
  "clock-jump",
  "clock-drift",
  "message-faults",
  "refused-requests",
  "price-shock",
] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** One thing that goes wrong. */
export interface Fault {
  readonly kind: FaultKind;
  /** True time, in milliseconds from the world's beginning. */
  readonly atMs: number;
  /** How long it lasts, where it does. */
  readonly forMs: number;
  /** Which of the traders; the venue's faults name one too, for the side of its link. */
  readonly trader: number;
  /** From 0 to 1: how much. */
  readonly size: number;
}
