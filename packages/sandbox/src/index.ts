export type {
  AccountId,
  CancelOrder,
  Command,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PublishDepth,
  Tick,
} from "./exchange/command.js";
export type { PublishedDepth } from "./exchange/depth-feed.js";
export type { DepthChanges, DepthWindow, Levels } from "./exchange/depth-window.js";
export type * from "./exchange/event.js";
export type { ExchangeView } from "./exchange/exchange.js";
export type { Direction, Market, MarketFamily, OrderSide } from "./exchange/market.js";
export { type FaultKind, type FaultRule, type FaultTarget, faultKinds } from "./faults/fault.js";
export type { FaultPlan } from "./faults/fault-plan.js";
export type { SandboxOptions } from "./options.js";
export { type Profile, profiles } from "./profile.js";
export { handledOperations } from "./rest/handlers.js";
export { type Sandbox, type SandboxStatistics, startSandbox } from "./sandbox.js";
