export { firstUserAccount } from "./account/account-id.js";
export type { Command } from "./command/command.js";
/** The type of each command, and the types in it. */
export type * as commands from "./command/commands.js";
export { type RefusalReason, refusalCodes } from "./command/refusal.js";
export type { ExchangeEvent } from "./event/event.js";
/** The type of each event. */
export type * as events from "./event/events.js";
export type { ExchangeView } from "./exchange.js";
/** What commands answer, events carry and an exchange shows. */
export type * as views from "./view/views.js";
