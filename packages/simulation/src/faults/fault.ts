/** What can go wrong with a venue and its traders. */
export const venueFaultKinds = [
  "cut",
  "swallow",
  "down",
  "slow",
  "harmed-requests",
  "kill-trader",
  "kill-amid-order",
  "kill-behind-lost-answer",
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

/** What can go wrong in a relay. */
export const relayFaultKinds = [
  "relay-kill",
  "relay-pause",
  "relay-congested-pause",
  "relay-leave",
  "relay-clock-jump",
  "relay-clock-drift",
  "relay-venue-down",
  "bus-cut",
  "bus-stall",
  "bus-slow",
  "bus-loss",
  "leases-away",
  "leases-unreached",
  "hand-over",
] as const;

/** One of {@link relayFaultKinds}. */
export type RelayFaultKind = (typeof relayFaultKinds)[number];

/** Everything that can go wrong in a world, as plain data: a script of them replays a run. */
export const faultKinds: readonly FaultKind[] = [...venueFaultKinds, ...relayFaultKinds];

/** One of {@link venueFaultKinds}. */
export type VenueFaultKind = (typeof venueFaultKinds)[number];

/** One of {@link faultKinds}. */
export type FaultKind = VenueFaultKind | RelayFaultKind;

/** One thing that goes wrong. */
export interface Fault {
  readonly kind: FaultKind;
  /** True time, in milliseconds from the world's beginning. */
  readonly atMs: number;
  /** How long it lasts, where it does. */
  readonly forMs: number;
  /** Which of the traders, or of the relay's computers; the venue's faults name one too, for the side of its link. */
  readonly trader: number;
  /** From 0 to 1: how much. */
  readonly size: number;
}
