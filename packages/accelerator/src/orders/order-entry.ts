import type { Account } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { type PassedOf, usdt } from "@depthwire/schema";
import type { ReceivedCall } from "../dropin/received-call.js";
import type { AccountMirror } from "../mirror/account-mirror.js";
import { isOpen, type OwnWrites } from "../mirror/own-writes.js";
import { isTooFrequent, mayGoOutAgain, patiently } from "../mirror/patience.js";
import type { OnceAttempt } from "./once-only.js";
import type { OutcomeFence } from "./outcome-fence.js";
import type { TakenOrder } from "./taken-order.js";

/** What orders are carried out with. */
export interface OrderEntryParts {
  readonly account: Account;
  readonly mirror: AccountMirror;
  readonly writes: OwnWrites;
  /** Undefined where nothing remembers earlier processes. */
  readonly fence: OutcomeFence | undefined;
  readonly clock: Clock;
  /** Makes ids for orders whose client chose none. */
  readonly newClientOrderId: () => string;
  /** How long a call waits for its turn, in milliseconds. */
  readonly patienceMs: number;
  /** How long the answer to an order is waited for before its outcome is looked for, in milliseconds. */
  readonly answerTimeoutMs: number;
}

/** What calls name orders by. */
interface Named {
  readonly pair?: string;
  readonly orderId?: string;
  readonly orderIds?: readonly string[];
}

/** How long the answer to an order at the market waits for the venue's record of it, in milliseconds. */
const maxAskMs = 2_000;

type Marks = ReturnType<OwnWrites["marks"]>;

/**
 * Everything that changes the account: orders through the trader with its limits and halt, the rest as calls. What is acknowledged is remembered
 * until the mirror has it.
 */
export class OrderEntry {
  readonly #parts: OrderEntryParts;

  constructor(parts: OrderEntryParts) {
    this.#parts = parts;
  }

  /** The call's result. @throws as the trader and calls do */
  async carryOut(call: ReceivedCall, attempt: OnceAttempt): Promise<unknown> {
    const { name, compiled, params } = call;
    if (name === "usdt.placeOrder") {
      return this.place(params as usdt.PlaceOrderInput, attempt);
    }
    await attempt.begins();
    const { account, clock, patienceMs, writes } = this.#parts;
    const before = { marks: writes.marks(), named: this.#named(name, params as Named) };
    const { operation } = compiled;
    const send = (): Promise<unknown> =>
      account.rest.call(operation, params as PassedOf<typeof operation>, { timeoutMs: patienceMs });
    return this.#noted(name, before, () =>
      mayGoOutAgain(operation) ? patiently(clock, clock.monotonicMs() + patienceMs, send) : send(),
    );
  }

  /** Places an order. @throws as {@link Trader.place} */
  async place(order: usdt.PlaceOrderInput, attempt: OnceAttempt): Promise<TakenOrder> {
    const { fence, patienceMs, writes, newClientOrderId } = this.#parts;
    const clientOrderId = order.clientOrderId ?? attempt.clientOrderId ?? newClientOrderId();
    attempt.orders({ clientOrderId, chosenBy: order.clientOrderId === undefined ? "accelerator" : "client" });
    if (order.side === "open-long" || order.side === "open-short") {
      await fence?.wait(patienceMs);
    }
    const marks = writes.marks();
    const taken = await this.#placeOnce({ ...order, clientOrderId });
    writes.placed({ orderId: taken.orderId, pair: order.pair }, marks);
    return taken;
  }

  /**
   * Sends an order until the venue does not find it too frequent. Client ids are not known to be unique, so before an order goes out again the venue is
   * asked for it: something on the way may have refused an order that the venue took. One that is there is not sent again.
   */
  async #placeOnce(order: usdt.PlaceOrderInput & { readonly clientOrderId: string }): Promise<TakenOrder> {
    const { account, clock, patienceMs, answerTimeoutMs } = this.#parts;
    const options = { timeoutMs: patienceMs };
    let wasRefused = false;
    const find = async (): Promise<TakenOrder | undefined> => {
      const clientOrderIds = [order.clientOrderId];
      const [found] = await account.rest.call(usdt.getOrdersByClientOrderId, { clientOrderIds }, options);
      return found && takenOf(found, order.clientOrderId);
    };
    const attempt = async (): Promise<TakenOrder> => {
      const known = wasRefused ? await find() : undefined;
      if (known !== undefined) {
        return known;
      }
      try {
        return await this.#taken(order, await account.trader.place(order, { ...options, answerTimeoutMs }));
      } catch (error) {
        wasRefused ||= isTooFrequent(error);
        throw error;
      }
    };
    try {
      return await patiently(clock, clock.monotonicMs() + patienceMs, attempt);
    } catch (error) {
      // The last refusal is looked at too, if the venue answers now.
      const known = isTooFrequent(error) && wasRefused ? await find().catch(() => undefined) : undefined;
      if (known !== undefined) {
        return known;
      }
      throw error;
    }
  }

  /** How an order stands. One at the market waits for nothing: where neither its answer nor a push says how it ended, the venue is asked. */
  async #taken(
    { type, clientOrderId = "" }: usdt.PlaceOrderInput,
    { orderId, status }: Pick<TakenOrder, "orderId" | "status">,
  ): Promise<TakenOrder> {
    const { account, patienceMs } = this.#parts;
    const told = { orderId, status };
    if (type !== "market" || !isOpen(status)) {
      return takenOf(told, clientOrderId);
    }
    const timeoutMs = Math.min(patienceMs, maxAskMs);
    const found = await account.rest.call(usdt.getOrder, { orderId }, { timeoutMs }).catch(() => told);
    return takenOf(found, clientOrderId);
  }

  /** Cancels one order. @throws as calls do */
  async cancel(orderId: string): Promise<void> {
    const { account, clock, patienceMs, writes } = this.#parts;
    const marks = writes.marks();
    const options = { timeoutMs: patienceMs };
    await patiently(clock, clock.monotonicMs() + patienceMs, () =>
      account.rest.call(usdt.cancelOrder, { orderId }, options),
    );
    writes.cancelled([orderId], marks);
  }

  /** Cancels all orders of a pair. @throws as calls do */
  async cancelAll(pair: string): Promise<void> {
    const { account, patienceMs, writes } = this.#parts;
    const marks = writes.marks();
    const open = writes.openOrders(pair);
    const options = { timeoutMs: patienceMs };
    // The client itself repeats it, as long as no order was sent since.
    await account.rest.call(usdt.cancelAllOrders, { pair }, options);
    writes.cancelled(open, marks);
  }

  async #noted(
    name: string,
    { marks, named }: { readonly marks: Marks; readonly named: readonly string[] },
    call: () => Promise<unknown>,
  ): Promise<unknown> {
    const result = await call();
    const { writes } = this.#parts;
    switch (name) {
      case "usdt.cancelOrder":
      case "usdt.cancelOrders":
      case "usdt.cancelAllOrders":
        writes.cancelled(named, marks);
        break;
      case "usdt.cancelPlanOrder":
      case "usdt.cancelAllPlanOrders":
        writes.plansCancelled(named);
        break;
      case "usdt.placePlanOrder":
        writes.changed("plan-orders", marks);
        break;
      default:
        // Money was moved, or margin.
        writes.changed("assets", marks);
    }
    return result;
  }

  /** The orders that a call names, or means, as the mirror knows them before. */
  #named(name: string, { pair, orderId, orderIds }: Named): readonly string[] {
    switch (name) {
      case "usdt.cancelAllOrders":
        return this.#parts.writes.openOrders(pair ?? "");
      case "usdt.cancelAllPlanOrders":
        return [...this.#parts.mirror.state.planOrders.values()]
          .filter((plan) => (pair ?? plan.pair) === plan.pair)
          .map((plan) => plan.orderId);
      default:
        return orderIds ?? (orderId === undefined ? [] : [orderId]);
    }
  }
}

function takenOf({ orderId, status }: Pick<TakenOrder, "orderId" | "status">, clientOrderId: string): TakenOrder {
  return { orderId, clientOrderId, status };
}
