export type { RoutedMessage } from "./bus/memory-bus.js";
export type { MessageFault } from "./consumer/link-counters.js";
export type { LinkParts } from "./consumer/link-parts.js";
export type { PairLink } from "./consumer/pair-link.js";
export type { OlderTreatment } from "./exclusive/clear-leftovers.js";
export type { Leftovers } from "./exclusive/exclusive-event.js";
