export type { NatsBus } from "./nats-bus.js";
export { NatsLeaseStore } from "./nats-lease-store.js";
export { type NatsBusOptions, openNatsBus } from "./open-bus.js";
