import type { InputOf } from "@depthwire/schema";
import type { CallOptions } from "../call/call-options.js";
import type { CallScope } from "../call/call-scope.js";
import type { Stoppable } from "../halt/order-gate.js";
import type { AnyCompiled } from "./request-sender.js";

/** One call on its way. */
export interface Call {
  readonly compiled: AnyCompiled;
  readonly params: InputOf<unknown>;
  readonly options: CallOptions;
  readonly scope: CallScope;
  /** Stops the order when trading is halted. */
  readonly stoppable: Stoppable | undefined;
  /** Orders sent by this client before the call's first attempt. */
  readonly ordersBefore: number;
  /** How often it was handed to the transport. */
  attempts: number;
}
