import * as usdt from "@depthwire/schema/usdt";
import { isFinishedRefusal } from "../call/repeated-cancel.js";
import { outcomeToFind } from "../call/unknown-outcome.js";
import { goodForMs } from "../outcome/fence.js";
import { findOrders } from "../outcome/find-orders.js";
import type { OrderToFind } from "../outcome/order-verdict.js";
import type { Exposure } from "../safety/exposure.js";
import type { ClientIdTwins } from "./client-id-twins.js";
import type { FollowedOrders } from "./followed-orders.js";
import type { OrderState } from "./order-state.js";
import { RepeatedOrders } from "./repeated-orders.js";
import type { TraderNotices } from "./trader-notices.js";
import type { TraderOptions, TraderPorts } from "./trader-options.js";

/** The parts of a trader that learn of a second order. */
export interface WatchParts {
  readonly ports: TraderPorts;
  readonly outcomes: TraderOptions["outcomes"];
  readonly followed: () => FollowedOrders;
  readonly exposure: () => Exposure;
  readonly twins: ClientIdTwins;
  readonly notices: TraderNotices;
  readonly cancel: (twin: OrderState) => Promise<void>;
}

/** Watches orders of a runtime that may send a request twice; undefined where each is sent once. */
export function watchRepeated(parts: WatchParts): RepeatedOrders | undefined {
  const { ports, outcomes = {}, followed, exposure, twins, notices, cancel } = parts;
  const { venue, clock } = ports;
  if (!venue.mayRepeat) {
    return undefined;
  }
  const search = {
    venue,
    options: { priority: "outcome" },
    pushed: () => undefined,
    knownId: (orderId: string) => venue.sentOrders.find({ orderId })?.clientOrderId,
    mayRepeat: true,
  } as const;
  const { toleranceMs } = outcomes;
  return new RepeatedOrders({
    clock,
    goodForMs: goodForMs({ ...outcomes, toleranceMs: toleranceMs === "not-known" ? undefined : toleranceMs }),
    find: (orders) => findOrders(search, orders, "by-id"),
    asked: (order) => followed().asked(order),
    isInDoubt: (handle) => followed().isInDoubt(handle),
    cancel,
    found: ({ orderId }, twin) => {
      twins.met(twin.clientOrderId ?? "", orderId, twin.orderId);
      // Until it is gone it may add to a position as any other order.
      exposure().answered(
        exposure().began({ ...twin, side: twin.side as usdt.PlaceOrderInput["side"], type: "limit" }),
        twin.orderId,
      );
      exposure().heard(twin, "answer");
    },
    ended: (twin) => notices.twinFinished(twin),
  });
}

/** An order is about to be sent. Returns what tells how it would be looked for, once the client has given it an id. */
export function findable(
  { venue, clock }: TraderPorts,
  order: usdt.PlaceOrderInput,
): (placed: Pick<OrderState, "orderId">) => OrderToFind | undefined {
  const sentAtMs = clock.epochMs() + (venue.venueTime()?.offsetMs ?? 0);
  return ({ orderId }) => {
    const { clientOrderId } = venue.sentOrders.find({ orderId }) ?? {};
    return clientOrderId === undefined
      ? undefined
      : { ...outcomeToFind(usdt.placeOrder, order, sentAtMs), clientOrderId };
  };
}

/** A twin that is finished needs no cancel. @throws any other error */
export function unlessFinished(error: unknown): void {
  if (!isFinishedRefusal(error)) {
    throw error;
  }
}
