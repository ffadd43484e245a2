import { ValidationError } from "@depthwire/core";
import type { InputOf, Operation } from "@depthwire/schema";
import type { CallScope } from "../call/call-scope.js";
import type { HaltOrder } from "./halt-order.js";

/** Whether an order opens a position. Closing orders and plans, which only close, go out while trading is halted. */
export function isOpening(operation: Operation, params: InputOf<unknown>): boolean {
  const { side }: { readonly side?: unknown } = { ...params };
  return operation.purpose === "order" && (side === "open-long" || side === "open-short");
}

/** An opening order that may still be stopped. */
export interface Stoppable {
  /** Aborted when trading is halted after {@link Stoppable.handedOver}: the sender stops the order if no byte of it has left. */
  readonly signal: AbortSignal;
  /** The request is in the hands of the transport: only that knows from now on whether it can be stopped. */
  handedOver(): void;
  /** The call is over. */
  end(): void;
}

interface Ticket {
  readonly scope: CallScope;
  readonly controller: AbortController;
  isHandedOver: boolean;
}

/** Lets opening orders through until trading is halted, and then stops those of which no byte has left. */
export class OrderGate {
  readonly #tickets = new Set<Ticket>();
  #halt: HaltOrder | undefined;

  /** Why opening orders are refused; undefined while they are not. */
  get halt(): HaltOrder | undefined {
    return this.#halt;
  }

  /** From now on no byte of a further opening order leaves. */
  close(halt: HaltOrder): void {
    this.#halt = halt;
    for (const ticket of this.#tickets) {
      stop(ticket, halt);
    }
  }

  /** Opening orders are let through again. */
  open(): void {
    this.#halt = undefined;
  }

  /** An opening order begins its way. Where trading is halted, its scope ends at once. */
  enter(scope: CallScope): Stoppable {
    const controller = new AbortController();
    const ticket: Ticket = { scope, controller, isHandedOver: false };
    this.#tickets.add(ticket);
    if (this.#halt !== undefined) {
      stop(ticket, this.#halt);
    }
    return {
      signal: controller.signal,
      handedOver: () => {
        ticket.isHandedOver = true;
      },
      end: () => {
        this.#tickets.delete(ticket);
      },
    };
  }
}

/** What an opening order is refused with while trading is halted. */
export function haltedError({ reason }: HaltOrder): ValidationError<"halted"> {
  return new ValidationError("halted", { reason }, { operation: "placeOrder" });
}

function stop({ scope, controller, isHandedOver }: Ticket, halt: HaltOrder): void {
  if (isHandedOver) {
    controller.abort(haltedError(halt));
  } else {
    scope.abort(haltedError(halt));
  }
}
