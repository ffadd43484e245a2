import type { Notes } from "./notes.js";
import type { TrueOrder } from "./truth.js";

/** What is wrong, for people, by kind. */
export interface Verdict {
  readonly sentTwice: readonly string[];
  readonly forgotten: readonly string[];
  readonly eventsLost: readonly string[];
  readonly repeatsUnmarked: readonly string[];
}

/** Holds what a client was told, and what a reader heard, against the venue's own account of orders. */
export function judge(notes: Notes, truth: readonly TrueOrder[]): Verdict {
  return {
    sentTwice: sentTwice(truth),
    forgotten: [...notes.wrongAnswers, ...forgotten(notes, truth)],
    eventsLost: [...notes.lostEvents, ...lost(notes, truth)],
    repeatsUnmarked: unmarked(notes),
  };
}

/** Every order has a price of its own, so two at one price are one that was sent twice. */
function sentTwice(truth: readonly TrueOrder[]): readonly string[] {
  const first = new Map<number, string>();
  return truth.flatMap(({ orderId, price }) => {
    const before = first.get(Number(price));
    first.set(Number(price), before ?? orderId);
    return before === undefined ? [] : [`${orderId} at ${price} beside ${before}`];
  });
}

function forgotten({ orders }: Notes, truth: readonly TrueOrder[]): readonly string[] {
  const byPrice = new Map(truth.map((order) => [Number(order.price), order]));
  const ids = new Set(truth.map(({ orderId }) => orderId));
  return orders.flatMap(({ key, price, end }) => {
    const there = byPrice.get(Number(price));
    if (end?.kind === "placed") {
      return ids.has(end.orderId) ? [] : [`${key} was placed as ${end.orderId}, and is not there`];
    }
    if (end === undefined || end.kind === "unknown") {
      return [`${key}: ${end?.text ?? "no answer"}`];
    }
    return there === undefined ? [] : [`${key} was refused (${end.text}), and is there as ${there.orderId}`];
  });
}

/** Events about one thing. */
interface Told {
  readonly orders: ReadonlySet<string>;
  readonly fills: ReadonlySet<string>;
}

function told({ events }: Notes): Told {
  const orders = new Set<string>();
  const fills = new Set<string>();
  for (const { kind, text } of events.values()) {
    if (kind === "order") {
      orders.add(orderOf(text).orderId);
    } else if (kind === "fill") {
      fills.add(fillOf(text));
    }
  }
  return { orders, fills };
}

function lost(notes: Notes, truth: readonly TrueOrder[]): readonly string[] {
  const { orders, fills } = told(notes);
  return truth.flatMap(({ orderId, fillIds }) => [
    ...(orders.has(orderId) ? [] : [`nothing was told of the order ${orderId}`]),
    ...fillIds.filter((fillId) => !fills.has(`${orderId} ${fillId}`)).map((id) => `the trade ${id} of ${orderId}`),
  ]);
}

/** A trade that comes under two ids, an order that appears twice, and a state of it that was told just before. */
function unmarked({ events }: Notes): readonly string[] {
  const seen = new Map<string, string>();
  const found: string[] = [];
  for (const { id, kind, text } of events.values()) {
    const name = nameOf(kind, text);
    const before = name === undefined ? undefined : seen.get(name);
    if (before !== undefined) {
      found.push(`${name} as ${before} and ${id}`);
    } else if (name !== undefined) {
      seen.set(name, id);
    }
  }
  return found;
}

/** What may be told once; undefined for everything that may come often. */
function nameOf(kind: string, text: string): string | undefined {
  switch (kind) {
    case "fill":
      return `the trade ${fillOf(text)}`;
    case "order":
      return orderOf(text).isNew ? `the order ${orderOf(text).orderId}` : `the order ${text}`;
    default:
      return undefined;
  }
}

function orderOf(text: string): { readonly orderId: string; readonly isNew: boolean } {
  const { order, previous } = JSON.parse(text) as {
    readonly order: { readonly orderId: string };
    readonly previous?: object;
  };
  return { orderId: order.orderId, isNew: previous === undefined };
}

function fillOf(text: string): string {
  const { orderId, fillId } = JSON.parse(text) as { readonly orderId: string; readonly fillId: string };
  return `${orderId} ${fillId}`;
}
