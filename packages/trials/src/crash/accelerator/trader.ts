import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import type { Lives } from "./lives.js";
import type { AskedOrder, Notes } from "./notes.js";

/** How a client trades until it is told to stop. */
export interface TraderOptions {
  readonly lives: Lives;
  readonly notes: Notes;
  readonly pair: string;
  readonly random: Random;
  readonly isOver: () => boolean;
  /** Told of each order that was placed. */
  readonly placed: () => void;
}

/** An answer that came whole. */
interface Answer {
  readonly status: number;
  readonly body: { readonly orderId?: string; readonly error?: { readonly code: string } };
}

const pauseMs = 20;

/** Asks for one order after the other, repeats what was cut off under the same key, and asks for old ones again. */
export async function trade(options: TraderOptions): Promise<void> {
  const { notes, random, isOver, placed } = options;
  while (!isOver()) {
    const order = newOrder(options);
    notes.orders.push(order);
    order.end = await place(options, order);
    if (order.end.kind === "placed") {
      placed();
      await cancelSome(options, order.end.orderId);
    }
    if (random() < 0.3) {
      await askAgain(options);
    }
  }
}

/** Half of them rest far below the market, half trade at once; half have an id of the client's. */
function newOrder({ notes, pair, random }: TraderOptions): AskedOrder {
  const n = notes.orders.length + 1;
  const price = ((random() < 0.5 ? 300_000 : 485_000) + n) / 10;
  const own = random() < 0.5 ? { clientOrderId: String(900_000 + n) } : {};
  const body = { pair, side: "open-long", type: "limit", quantity: "0.01", price: String(price), ...own };
  return { key: `order-${n}`, body: JSON.stringify(body), price: String(price), end: undefined };
}

/** Until there is an answer that nobody needs to ask for again. */
async function place(options: TraderOptions, order: AskedOrder): Promise<NonNullable<AskedOrder["end"]>> {
  for (;;) {
    const answer = await ask(options.lives, "POST", "/orders", order);
    if (answer !== undefined && answer.status !== 503) {
      return endOf(answer);
    }
    await sleep(pauseMs);
  }
}

function endOf({ status, body }: Answer): NonNullable<AskedOrder["end"]> {
  if (status === 200 && body.orderId !== undefined) {
    return { kind: "placed", orderId: body.orderId };
  }
  return { kind: status === 504 ? "unknown" : "refused", text: `${status} ${body.error?.code}` };
}

/** A cancel is sent until it is answered. */
async function cancelSome({ lives, random }: TraderOptions, orderId: string): Promise<void> {
  if (random() < 0.2) {
    return;
  }
  for (;;) {
    const answer = await ask(lives, "DELETE", `/orders/${orderId}`, { body: "{}" });
    if (answer !== undefined && answer.status !== 503) {
      return;
    }
    await sleep(pauseMs);
  }
}

/** What was placed once is answered as then, in whichever life; another body under its key is refused. */
async function askAgain({ lives, notes, random }: TraderOptions): Promise<void> {
  const known = notes.orders.filter(({ end }) => end?.kind === "placed");
  const order = known[Math.floor(random() * known.length)];
  if (order?.end?.kind !== "placed") {
    return;
  }
  const isOther = random() < 0.2;
  const { key, body, end } = order;
  const answer = await ask(lives, "POST", "/orders", { key, body: isOther ? body.replace("0.01", "0.02") : body });
  if (answer === undefined || answer.status === 503) {
    return;
  }
  notes.repeated++;
  const isRight = isOther ? answer.status === 409 : answer.status === 200 && answer.body.orderId === end.orderId;
  if (!isRight) {
    notes.wrongAnswers.push(`${key} asked again: ${answer.status} ${JSON.stringify(answer.body)}, not ${end.orderId}`);
  }
}

/** @returns undefined when no answer came whole */
async function ask(
  lives: Lives,
  method: string,
  path: string,
  { key, body }: { readonly key?: string; readonly body: string },
): Promise<Answer | undefined> {
  const url = await lives.url();
  const headers = { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) };
  try {
    const response = await fetch(`${url}${path}`, { method, headers, body });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return undefined;
  }
}
