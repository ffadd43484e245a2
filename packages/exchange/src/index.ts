export { firstUserAccount } from "./account/account-id.js";
export type { Command } from "./command/command.js";
/** Each command by itself, and what it carries. */
export type * as commands from "./commands.js";
export type { ExchangeEvent } from "./event.js";
/** Each event by itself. */
export type * as events from "./events.js";
export type { ExchangeView } from "./exchange.js";
export { type RefusalReason, refusalCodes } from "./refusal.js";
/** What commands answer, events carry and an exchange shows. */
export type * as views from "./views.js";
