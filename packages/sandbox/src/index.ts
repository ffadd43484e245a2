export type { Command } from "./exchange/command.js";
export type { ExchangeEvent } from "./exchange/event.js";
export { Exchange } from "./exchange/exchange.js";
