/** What can go wrong with a venue, whoever is there. */
export const venueFaultKinds = [
  "kill-venue",
  "venue-power",
  "venue-disk-full",
  "message-faults",
  "refused-requests",
  "price-shock",
] as const;

/** What can go wrong with a trader, its computer, and its way to the venue. */
export const traderFaultKinds = [
  "cut",
  "swallow",
  "down",
  "slow",
  "harmed-requests",
  "kill-trader",
  "kill-amid-order",
  "kill-behind-lost-answer",
  "pause-trader",
  "kill-venue-amid-order",
  "trader-disk-full",
  "clock-jump",
  "clock-drift",
] as const;

/** What can go wrong with the threads of a trader whose books are kept in some. */
export const threadFaultKinds = ["thread-crash", "thread-hang", "slow-thread-messages"] as const;

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

/** What can go wrong at a desk. */
export const deskFaultKinds = [
  "rival-kill",
  "rival-kill-amid-order",
  "rival-pause",
  "rival-pause-amid-order",
  "rival-congested-pause",
  "rival-sleep",
  "rival-down",
  "rival-slow",
  "rival-harmed-requests",
  "rival-disk-full",
  "rival-clock-jump",
  "rival-clock-drift",
  "desk-leases-away",
  "desk-leases-unreached",
] as const;

/** What can go wrong with a local accelerator, its computer, and its way to the venue. */
export const acceleratorFaultKinds = [
  "accelerator-kill",
  "accelerator-kill-amid-order",
  "accelerator-kill-behind-lost-answer",
  "accelerator-stop",
  "accelerator-power",
  "accelerator-pause",
  "accelerator-cut",
  "accelerator-swallow",
  "accelerator-down",
  "accelerator-slow",
  "accelerator-harmed-requests",
  "accelerator-disk-full",
  "accelerator-clock-jump",
  "accelerator-clock-drift",
] as const;

/** One of {@link venueFaultKinds}. */
export type VenueFaultKind = (typeof venueFaultKinds)[number];

/** One of {@link traderFaultKinds}. */
export type TraderFaultKind = (typeof traderFaultKinds)[number];

/** One of {@link threadFaultKinds}. */
export type ThreadFaultKind = (typeof threadFaultKinds)[number];

/** One of {@link relayFaultKinds}. */
export type RelayFaultKind = (typeof relayFaultKinds)[number];

/** One of {@link deskFaultKinds}. */
export type DeskFaultKind = (typeof deskFaultKinds)[number];

/** One of {@link acceleratorFaultKinds}. */
export type AcceleratorFaultKind = (typeof acceleratorFaultKinds)[number];

/** Everything that can go wrong in a world, as plain data: a script of them replays a run. */
export const faultKinds: readonly FaultKind[] = [
  ...venueFaultKinds,
  ...traderFaultKinds,
  ...threadFaultKinds,
  ...relayFaultKinds,
  ...deskFaultKinds,
  ...acceleratorFaultKinds,
];

/** One of {@link faultKinds}. */
export type FaultKind =
  | VenueFaultKind
  | TraderFaultKind
  | ThreadFaultKind
  | RelayFaultKind
  | DeskFaultKind
  | AcceleratorFaultKind;

/** One thing that goes wrong. */
export interface Fault {
  readonly kind: FaultKind;
  /** True time, in milliseconds from the world's beginning. */
  readonly atMs: number;
  /** How long it lasts, where it does. */
  readonly forMs: number;
  /** Which of the traders, of the relay's computers, or of the desk's; the venue's faults and the accelerator's name one too. */
  readonly trader: number;
  /** From 0 to 1: how much. */
  readonly size: number;
}

/** Does one thing that goes wrong to where it happens, and undoes it when its time is over. */
export type FaultAct<Site> = (site: Site, fault: Fault, later: (ms: number, act: () => void) => void) => void;
