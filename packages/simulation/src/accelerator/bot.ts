import type { LocalCall } from "@depthwire/accelerator/internal";
import type { BookViewJson } from "@depthwire/book";
import { randomInteger } from "@depthwire/testkit";
import type { Findings } from "../audit/findings.js";
import type { HaltAudit } from "../audit/halt-audit.js";
import type { OrderAudit } from "../audit/order-audit.js";
import type { ReadAudit } from "../audit/read-audit.js";
import type { Process } from "../kernel/process.js";
import { type EarAudits, EventEar } from "./event-ear.js";
import { type AskJson, HaltCalls } from "./halt-calls.js";
import type { LocalOutcome, LocalWay } from "./local-way.js";
import { bodyOf, OrderCalls } from "./order-calls.js";
import { makeWish } from "./wish.js";

const pair = "4BTC_USDT";
const json = { "content-type": "application/json" } as const;
/** Its health counts as known for so long, in milliseconds. */
const knownForMs = 3_000;
/** How often what must be right at the end is read, in milliseconds. */
const lookEveryMs = 700;

/** Who looks at what the bot is told. */
export interface BotAudits extends EarAudits {
  readonly orders: OrderAudit;
  readonly halts: HaltAudit;
  readonly reads: ReadAudit;
}

/** What a bot works with. */
export interface BotParts {
  readonly name: string;
  readonly account: number;
  readonly process: Process;
  readonly way: LocalWay;
  readonly findings: Findings;
  readonly audits: BotAudits;
  /** Whether what is answered now is by a program that has been running for so long without a pause, in milliseconds. */
  readonly serverRunsForMs: () => number;
  /** The program was told that its halt is reached. */
  readonly haltReached: () => void;
}

/** What the accelerator answered last, where that is looked at when nothing changes any more. */
export interface LastAnswers {
  fills: readonly object[] | undefined;
  openOrders: readonly string[] | undefined;
}

/** A program in whatever language that trades through the accelerator on its computer: it knows HTTP, and nothing of this project. It outlives the accelerator's lives. */
export class Bot {
  readonly last: LastAnswers = { fills: undefined, openOrders: undefined };
  readonly #parts: BotParts;
  readonly #calls: OrderCalls;
  readonly #ear: EventEar;
  readonly #halts: HaltCalls;
  #mayTrade = true;
  #orders = 0;
  #asking = 0;
  #price: string | undefined;
  #health: { readonly atMs: number; readonly text: string | undefined } = { atMs: 0, text: "its health is not known" };

  constructor(parts: BotParts) {
    this.#parts = parts;
    const { name, process, way, findings, audits } = parts;
    this.#calls = new OrderCalls({
      who: name,
      process,
      way,
      findings,
      orders: audits.orders,
      reads: audits.reads,
      answered: (outcome) => this.#answered(outcome),
    });
    this.#ear = new EventEar(name, process, way, audits);
    const ask: AskJson = (method, target, body) => this.#ask(method, target, body);
    this.#halts = new HaltCalls(process.random, ask, { halts: audits.halts, reached: parts.haltReached });
    this.#actSoon();
    this.#lookSoon();
  }

  /** What keeps the accelerator from being live, as it says itself. */
  waitsFor(): readonly string[] {
    const { atMs, text } = this.#health;
    const isOld = this.#parts.process.clock.monotonicMs() - atMs > knownForMs;
    const health = isOld ? "it does not say how it is" : text;
    return [...(health === undefined ? [] : [health]), ...(this.#ear.isOpen ? [] : ["nobody listens to its events"])];
  }

  /** Whether any order was told as placed. */
  get hasTraded(): boolean {
    return this.#calls.placedIds.length > 0;
  }

  get isQuiet(): boolean {
    return this.#calls.underWay === 0 && this.#asking === 0;
  }

  /** From now on it begins nothing. */
  rest(): void {
    this.#mayTrade = false;
  }

  /** The accelerator is ended. */
  serverEnded(): void {
    this.#halts.serverEnded();
  }

  #actSoon(): void {
    const { process } = this.#parts;
    process.clock.after(randomInteger(process.random, 100, 1_400), () => {
      if (this.#mayTrade && this.#ear.hasBegun) {
        this.#act(process.random());
      }
      this.#actSoon();
    });
  }

  #act(draw: number): void {
    const { random } = this.#parts.process;
    const any = oneOf(random(), this.#calls.placedIds);
    const open = oneOf(random(), this.last.openOrders ?? []);
    // Who is halted does not stay so for long: nothing happens then.
    if (this.#halts.isHalted && random() < 0.1) {
      void this.#halts.turn();
    } else if (draw < 0.46) {
      void this.#placeAndRead();
    } else if (draw < 0.6) {
      void (open === undefined ? this.#readOrders() : this.#cancel(open));
    } else if (draw < 0.66) {
      void this.#ask("DELETE", "/orders", { pair });
    } else if (draw < 0.7 && any !== undefined) {
      void this.#calls.repeat(any);
    } else if (draw < 0.71 && any !== undefined) {
      void this.#calls.misuse(any);
    } else if (draw < 0.77) {
      void this.#readBook();
    } else if (draw < 0.83) {
      void this.#readOrders();
    } else if (draw < 0.85 && any !== undefined) {
      void this.#ask("GET", `/orders/${any}`);
    } else if (draw < 0.86) {
      void this.#ask("GET", "/positions");
    } else if (draw < 0.92) {
      void this.#ask("POST", "/flatten", {});
    } else if (draw < 0.94) {
      this.#ear.hangUp();
    } else {
      void this.#halts.turn();
    }
  }

  /** Whoever is told that something was done looks at it at once, now and then. */
  async #placeAndRead(): Promise<void> {
    const { process, account } = this.#parts;
    await this.#calls.place(makeWish(process.random, { account, number: ++this.#orders, price: this.#price }));
    if (this.#parts.process.random() < 0.4) {
      await this.#readOrders();
    }
  }

  async #cancel(orderId: string): Promise<void> {
    const outcome = await this.#ask("DELETE", `/orders/${orderId}`);
    if (outcome.kind === "answered" && outcome.status === 200) {
      this.#parts.audits.reads.cancelled(orderId);
      await this.#readOrders();
    }
  }

  async #readBook(): Promise<void> {
    const { process, audits, name, serverRunsForMs } = this.#parts;
    const levels = [1, 5, 20, 2_000][Math.floor(process.random() * 4)] ?? 20;
    const outcome = await this.#ask("GET", `/book/${pair}?levels=${levels}`);
    if (outcome.kind === "answered" && outcome.status === 200) {
      const book = bodyOf(outcome) as unknown as BookViewJson;
      this.#price = process.random() < 0.5 ? book.bids[0]?.price : book.asks[0]?.price;
      audits.books.served(name, book, levels);
      audits.books.standing(name, book, serverRunsForMs());
    }
  }

  async #readOrders(): Promise<void> {
    const { reads } = this.#parts.audits;
    const expected = reads.asked();
    const outcome = await this.#ask("GET", "/orders");
    const { orders } = bodyOf(outcome) as { readonly orders?: readonly { readonly orderId: string }[] };
    this.last.openOrders = orders?.map(({ orderId }) => orderId);
    if (this.last.openOrders !== undefined) {
      reads.listed(this.last.openOrders, expected);
    }
  }

  /** Reads over and over what must be right once nothing changes. */
  #lookSoon(): void {
    const { process } = this.#parts;
    process.clock.after(lookEveryMs, () => {
      void this.#look();
      this.#lookSoon();
    });
  }

  async #look(): Promise<void> {
    const outcome = await this.#ask("GET", "/health");
    const atMs = this.#parts.process.clock.monotonicMs();
    if (outcome.kind === "answered") {
      const { ready, notReady } = bodyOf(outcome) as { readonly ready?: boolean; readonly notReady?: unknown };
      this.#health = { atMs, text: ready === true ? undefined : `it is not ready: ${JSON.stringify(notReady)}` };
    } else {
      this.#health = { atMs, text: `it does not answer: ${outcome.kind}` };
    }
    if (!this.#mayTrade) {
      const listed = await this.#ask("GET", "/fills?limit=1000");
      this.last.fills = (bodyOf(listed) as { readonly fills?: readonly object[] }).fills;
      await this.#readOrders();
    }
  }

  async #ask(method: LocalCall["method"], target: string, body?: object): Promise<LocalOutcome> {
    this.#asking += 1;
    const call = {
      method,
      target,
      headers: body === undefined ? {} : json,
      body: body === undefined ? "" : JSON.stringify(body),
    };
    const outcome = await this.#parts.way.ask(call);
    this.#asking -= 1;
    this.#answered(outcome);
    return outcome;
  }

  #answered(outcome: LocalOutcome): void {
    if (outcome.kind !== "answered") {
      return;
    }
    const { name, audits, findings } = this.#parts;
    audits.secrets.written(name, `${JSON.stringify(outcome.headers)} ${outcome.body}`);
    if (outcome.status === 500) {
      findings.add("uncaught", `${name}: the accelerator answers 500, ${outcome.body}`);
    }
  }
}

function oneOf<Value>(draw: number, values: readonly Value[]): Value | undefined {
  return values[Math.floor(draw * values.length)];
}
