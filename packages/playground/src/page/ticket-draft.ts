import { type Signal, signal } from "@preact/signals";
import type { TicketOrder, TicketSide } from "../engine/engine-message.js";

/** What the order does: buys or sells, to open a position or to close one. */
export const direction: Signal<"buy" | "sell"> = signal("buy");
export const intent: Signal<"open" | "close"> = signal("open");
export const type: Signal<TicketOrder["type"]> = signal("limit");
/** As they are typed. */
export const price: Signal<string> = signal("");
export const quantity: Signal<string> = signal("");

/** Who opens a long position buys it; who closes a long one sells. */
const sides: Readonly<Record<"buy" | "sell", Readonly<Record<"open" | "close", TicketSide>>>> = {
  buy: { open: "open-long", close: "close-short" },
  sell: { open: "open-short", close: "close-long" },
};

/** What the order does to a position, as it is written now. */
export function draftedSide(): TicketSide {
  return sides[direction.value][intent.value];
}

/** The order as it is written now; undefined while something is missing. */
export function draftedOrder(): TicketOrder | undefined {
  const isMissing = quantity.value.trim() === "" || (type.value === "limit" && price.value.trim() === "");
  return isMissing
    ? undefined
    : {
        side: draftedSide(),
        type: type.value,
        price: price.value.trim(),
        quantity: quantity.value.trim(),
      };
}
