import { type Clock, type Random, ValidationError } from "@depthwire/core";
import type { InputOf, Operation } from "@depthwire/schema";
import { createClientOrderIds, isInteger } from "./client-order-ids.js";
import type { SentOrders } from "./sent-orders.js";

/** Which ids of the caller's an order may have. */
export type ClientOrderIdForm =
  /** Positive integers of at most 64 bits, as digits without a zero before them: every record shows them as they were sent. */
  | "integers"
  /** Any text. Records of the long form write the id as an integer, so an order that was cut off may stay `unknown`. */
  | "any";

/** What {@link OrderIds} works with. */
export interface OrderIdsParts {
  /** What ids are made of. */
  readonly time: Pick<Clock, "epochMs">;
  readonly random: Random;
  readonly sent: SentOrders;
  /** What the caller may choose. */
  readonly form: ClientOrderIdForm;
}

/** Gives each order an id by which it can be found again, and sees that it is used once. */
export class OrderIds {
  readonly #sent: SentOrders;
  readonly #form: ClientOrderIdForm;
  readonly #next: () => string;

  constructor({ time, random, sent, form }: OrderIdsParts) {
    this.#sent = sent;
    this.#form = form;
    this.#next = createClientOrderIds(time, random);
  }

  /** An order without an id of its own could not be found again. */
  complete(operation: Operation, params: InputOf<unknown>): InputOf<unknown> {
    return takesClientOrderId(operation) && idOf(params) === undefined
      ? { ...params, clientOrderId: this.#next() }
      : params;
  }

  /**
   * Two orders with one id could not be told apart, so an id is used once.
   *
   * @returns the id, or undefined if the operation takes none
   * @throws ValidationError `value-invalid` when it cannot be found again, or was used before
   */
  claim(operation: Operation, params: InputOf<unknown>): string | undefined {
    const id = takesClientOrderId(operation) ? idOf(params) : undefined;
    if (id === undefined) {
      return undefined;
    }
    if (this.#form === "integers" && !isInteger(id)) {
      const rule = "a positive integer in digits, by which the order can be found again; see the option clientOrderIds";
      throw new ValidationError("value-invalid", { path: "clientOrderId", rule }, { operation: operation.name });
    }
    this.#sent.claim(id);
    return id;
  }
}

/** Whether the operation sends an id of the caller's, by which an order can be found again. */
export function takesClientOrderId(operation: Operation): boolean {
  return operation.purpose === "order" && "clientOrderId" in operation.params.fields;
}

/** The id that the caller gave. */
function idOf(params: InputOf<unknown>): string | undefined {
  const { clientOrderId }: { readonly clientOrderId?: unknown } = { ...params };
  return typeof clientOrderId === "string" ? clientOrderId : undefined;
}
