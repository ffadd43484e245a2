import type { LocalCall } from "@depthwire/accelerator/internal";
import { usdt } from "@depthwire/schema";
import { randomInteger } from "@depthwire/testkit";
import type { Findings } from "../audit/findings.js";
import type { OrderAudit, ToldOutcome } from "../audit/order-audit.js";
import type { ReadAudit } from "../audit/read-audit.js";
import type { Process } from "../kernel/process.js";
import type { LocalOutcome, LocalWay } from "./local-way.js";
import type { Wish } from "./wish.js";

/** Who looks at orders, and where they are asked for. */
export interface OrderCallParts {
  readonly who: string;
  readonly process: Process;
  readonly way: LocalWay;
  readonly findings: Findings;
  readonly orders: OrderAudit;
  readonly reads: ReadAudit;
  /** Hears every answer. */
  readonly answered: (outcome: LocalOutcome) => void;
}

/** A signed request is good for half a minute on the venue's clock: after this nothing comes of one any more. Milliseconds. */
const allSettledMs = 70_000;

/** Who asks again beside a call that is on its way does so within this, in milliseconds. */
const maxImpatienceMs = 60;

/** Refusals that say for certain that nothing was sent. */
const notSent: ReadonlySet<string> = new Set([
  "not-placed",
  "not-kept",
  "queue-full",
  "halted",
  "limit-exceeded",
  "market-rule",
  "value-invalid",
]);

/** What an answer to an order says of it; `again`: nothing yet, the same may be asked again. */
type Told = ToldOutcome | "again";

/** Orders of a program that repeats each until it knows what became of it. */
export class OrderCalls {
  readonly #parts: OrderCallParts;
  /** Orders that were told as placed, by their venue's id. */
  readonly #placed = new Map<string, Wish>();
  #underWay = 0;

  constructor(parts: OrderCallParts) {
    this.#parts = parts;
  }

  /** Orders of which it is not known yet what becomes of them. */
  get underWay(): number {
    return this.#underWay;
  }

  /** The venue's ids of orders that were told as placed. */
  get placedIds(): readonly string[] {
    return [...this.#placed.keys()];
  }

  /** Asks for an order until it knows what became of it. */
  async place(wish: Wish): Promise<void> {
    this.#underWay += 1;
    try {
      await this.#pursue(wish);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Asks for an order that was placed once more: the answer is the same. */
  async repeat(orderId: string): Promise<void> {
    const wish = this.#placed.get(orderId);
    if (wish === undefined) {
      return;
    }
    // An order with an id of its client's is the same under another key.
    const isRenamed = wish.clientOrderId !== undefined && this.#parts.process.random() < 0.3;
    const key = { "idempotency-key": `again-${orderId}` };
    this.#isSame(wish, orderId, await this.#ask(callOf(isRenamed ? { ...wish, headers: key } : wish)));
  }

  #isSame({ name }: Wish, orderId: unknown, repeated: LocalOutcome): void {
    const { orderId: again, isRefused } = placedIn(repeated);
    if (repeated.kind === "answered" && repeated.status === 200 && (isRefused || again !== orderId)) {
      const text = `${name} was placed as ${String(orderId)}, and repeated it is ${String(again)}`;
      this.#parts.findings.add("orders", `${this.#parts.who}: ${text}`);
    }
  }

  /** Asks for another order under the name of one that was placed: nothing comes of it. */
  async misuse(orderId: string): Promise<void> {
    const wish = this.#placed.get(orderId);
    if (wish === undefined) {
      return;
    }
    const more = wish.target === ownPath ? { quantity: "0.02" } : { amount: "0.02" };
    const outcome = await this.#ask(callOf({ ...wish, body: { ...wish.body, ...more } }));
    if (outcome.kind === "answered" && outcome.status === 200) {
      this.#parts.findings.add("orders", `${this.#parts.who}: ${wish.name} came with another body, and was taken`);
    }
  }

  async #pursue(wish: Wish): Promise<void> {
    const { process, orders, reads } = this.#parts;
    const begunMs = process.clock.monotonicMs();
    for (;;) {
      orders.wanted(wish.name);
      const outcome = await this.#askOnceOrTwice(wish);
      let told = this.#toldOf(outcome);
      if (told === "unknown") {
        await this.#pause(Math.max(1_000, begunMs + allSettledMs - process.clock.monotonicMs()));
        told = await this.#lookUp(wish, outcome);
      }
      if (told !== "again") {
        orders.told(wish.name, told);
        const { orderId } = placedIn(outcome);
        if (told === "placed" && orderId !== undefined) {
          reads.placed(orderId);
          this.#placed.set(orderId, wish);
        }
        return;
      }
      await this.#pause(randomInteger(process.random, 100, 2_500));
    }
  }

  /** Some clients lose patience, and ask again beside a call that is still on its way. */
  async #askOnceOrTwice(wish: Wish): Promise<LocalOutcome> {
    const first = this.#ask(callOf(wish));
    if (this.#parts.process.random() < 0.1) {
      await this.#pause(this.#parts.process.random() * maxImpatienceMs);
      const second = await this.#ask(callOf(wish));
      const { orderId } = placedIn(await first);
      if (orderId !== undefined) {
        this.#isSame(wish, orderId, second);
      }
    }
    return first;
  }

  #toldOf(outcome: LocalOutcome): Told {
    if (outcome.kind !== "answered") {
      return "again";
    }
    const { status } = outcome;
    if (status === 200) {
      const { isRefused, isFailed } = placedIn(outcome);
      return isRefused ? "refused" : isFailed ? "rejected" : "placed";
    }
    const { error } = bodyOf(outcome) as { readonly error?: { readonly code?: string } };
    const code = error?.code ?? "";
    if (code === "venue-refused") {
      return "refused";
    }
    if (code === "outcome-unknown" || (code === "venue-silent" && status !== 503)) {
      return "unknown";
    }
    if (code === "venue-silent") {
      return "again";
    }
    if (!notSent.has(code)) {
      this.#parts.findings.add("orders", `${this.#parts.who}: an order is answered ${status} ${code}`);
    }
    return "not-placed";
  }

  /** Nothing can come of it any more, and the accelerator does not know: the paths that it names are asked. */
  async #lookUp(wish: Wish, answer: LocalOutcome): Promise<Told> {
    const [, named] = /"order_ids\\?":\[\\?"([^"\\]+)/.exec(answer.kind === "answered" ? answer.body : "") ?? [];
    const id = wish.clientOrderId ?? named;
    if (id === undefined) {
      return "nobody-knows";
    }
    for (;;) {
      const body = JSON.stringify({ order_ids: [id] });
      const path = usdt.getOrdersByClientOrderId.path;
      const outcome = await this.#ask({ method: "POST", target: path, headers: json, body });
      const { result } = bodyOf(outcome) as { readonly result?: unknown };
      if (outcome.kind === "answered" && outcome.status === 200 && Array.isArray(result)) {
        return result.length > 0 ? "placed" : "not-placed";
      }
      await this.#pause(2_000);
    }
  }

  async #ask(call: LocalCall): Promise<LocalOutcome> {
    const outcome = await this.#parts.way.ask(call);
    this.#parts.answered(outcome);
    return outcome;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.process.clock.after(ms, resolve);
    });
  }
}

const json = { "content-type": "application/json" } as const;

const ownPath = "/orders";
/** The documents' number of a status. @spec document 1, States */
const failedStatus = 100;

/** What an answer with HTTP status 200 says of an order, in the accelerator's form or in the documents'. */
function placedIn(outcome: LocalOutcome): {
  readonly orderId: string | undefined;
  readonly isFailed: boolean;
  readonly isRefused: boolean;
} {
  const body = bodyOf(outcome);
  const orderId = body["orderId"] ?? body["order_id"];
  return {
    orderId: typeof orderId === "string" ? orderId : undefined,
    isFailed: body["status"] === "failed" || body["status"] === failedStatus,
    isRefused: (body["state"] ?? 0) !== 0,
  };
}

function callOf({ target, body, headers }: Wish): LocalCall {
  return { method: "POST", target, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

/** The fields of an answer's body; none where there is no answer. */
export function bodyOf(outcome: LocalOutcome): Readonly<Record<string, unknown>> {
  return outcome.kind === "answered" ? (JSON.parse(outcome.body) as Readonly<Record<string, unknown>>) : {};
}
