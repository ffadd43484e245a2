import type { Position } from "../account/user.js";
import type { ExchangeEvent } from "../event/event.js";
import type { ExchangeState } from "./exchange-state.js";

/** One command at work: the state that it changes, and what has happened so far, in order. */
export interface Turn {
  readonly state: ExchangeState;
  readonly events: ExchangeEvent[];
  /** Positions whose margins have paid for something, while somebody watches that. */
  readonly drained: Position[];
}
