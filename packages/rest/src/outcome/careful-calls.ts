import type { WithdrawalId } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import * as wallet from "@depthwire/schema/wallet";
import type { CallOptions } from "../call/call-options.js";
import type { ResolveParts } from "./resolve-orders.js";
import { type CallVerdict, type SettleOptions, settleCall, type Trace } from "./settle-call.js";
import { marginTrace, type PlacedPlan, planOrderTrace, transferTrace, withdrawalTrace } from "./traces.js";

/**
 * The calls that must not be repeated and have no id of the caller's, each with a verdict in place of an unknown outcome. Identical ones
 * are made one after the other: two of them at once could not be told apart.
 *
 * @throws as a call, when it was refused or certainly not sent
 */
export interface CarefulCalls {
  /** Places a plan order. The answer tells no id, so its record is looked for: undefined when the call was answered, or it triggered at once. */
  placePlanOrder(params: usdt.PlacePlanOrderInput, options?: SettleOptions): Promise<CallVerdict<PlacedPlan>>;
  /** Sends money to an address outside. */
  withdraw(params: wallet.WithdrawInput, options?: SettleOptions): Promise<CallVerdict<WithdrawalId>>;
  /** Moves money between wallet and contract account. */
  transferFunds(params: usdt.TransferFundsInput, options?: SettleOptions): Promise<CallVerdict<undefined>>;
  /** Adds margin to a position or takes some out. */
  adjustMargin(params: usdt.AdjustMarginInput, options?: SettleOptions): Promise<CallVerdict<undefined>>;
}

/** Makes {@link CarefulCalls} for one account. */
export function createCarefulCalls(parts: ResolveParts): CarefulCalls {
  const { venue } = parts;
  const lanes = new Lanes();
  const careful = <Before, Done>(
    lane: string,
    make: (options: CallOptions) => Promise<Done>,
    trace: Trace<Before, Done>,
    options: SettleOptions | undefined,
  ): Promise<CallVerdict<Done>> => lanes.run(lane, () => settleCall(parts, make, trace, options));
  return {
    placePlanOrder: (params, options) =>
      careful(
        `plan ${params.pair} ${params.side}`,
        (callOptions) => answered(venue.call(usdt.placePlanOrder, params, callOptions)),
        planOrderTrace(venue, params),
        options,
      ),
    withdraw: (params, options) =>
      careful(
        `withdraw ${params.coin}`,
        (callOptions) => venue.call(wallet.withdraw, params, callOptions),
        withdrawalTrace(venue, params),
        options,
      ),
    transferFunds: (params, options) =>
      careful(
        `transfer ${params.coin}`,
        (callOptions) => answered(venue.call(usdt.transferFunds, params, callOptions)),
        transferTrace(venue, params),
        options,
      ),
    adjustMargin: (params, options) =>
      careful(
        `margin ${params.pair} ${params.side}`,
        (callOptions) => answered(venue.call(usdt.adjustMargin, params, callOptions)),
        marginTrace(venue, params),
        options,
      ),
  };
}

/** What the venue answers besides its success means nothing. */
async function answered(call: Promise<unknown>): Promise<undefined> {
  await call;
  return undefined;
}

/** Work of one lane is done one after the other; a failure does not keep the next from its turn. */
class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Value>(lane: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(lane) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(lane, turn);
    const leave = (): void => {
      if (this.#last.get(lane) === turn) {
        this.#last.delete(lane);
      }
    };
    turn.then(leave, leave);
    return turn;
  }
}
