export type { NatsBusCounts, NatsBusEvent } from "./bus-event.js";
export type { NatsBus, NatsServerInfo } from "./nats-bus.js";
export { type BrowserNatsBusOptions, openNatsBus } from "./open-browser-bus.js";
