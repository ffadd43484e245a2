import { type Account, openVenue, type Venue } from "@depthwire/client";
import { Credential } from "@depthwire/core";
import type { OrderHandle } from "@depthwire/rest";
import type * as usdt from "@depthwire/schema/usdt";
import { randomInteger } from "@depthwire/testkit";
import type { ToldOutcome } from "../audit/order-audit.js";
import type { Process } from "../kernel/process.js";
import { rememberedIn } from "../storage/account-stores.js";
import { FollowedBooks } from "./followed-books.js";
import { outcomeOf } from "./outcome-of.js";
import { type TraderParts, type TraderSite, threadsPortOf } from "./trader-parts.js";
import type { VenueProgram } from "./venue-program.js";

const followed = ["4BTC_USDT", "4ETH_USDT"] as const;

/** One life of a program that follows books and trades an account, all of it by the product's own composition. */
export class TraderProgram {
  readonly site: TraderSite;
  readonly process: Process;
  readonly #venueProgram: VenueProgram;
  readonly #parts: TraderParts;
  readonly #venue: Venue;
  readonly #account: Account;
  readonly books: FollowedBooks;
  #orders: OrderHandle[] = [];
  #isSettled = false;
  #runsSinceMs: number;
  #mayTrade = true;
  #placing = 0;

  constructor(site: TraderSite, process: Process, venueProgram: VenueProgram, parts: TraderParts) {
    this.site = site;
    this.process = process;
    this.#venueProgram = venueProgram;
    this.#parts = parts;
    const { pushUrl, restUrl, serviceName } = venueProgram.venue;
    this.#venue = openVenue(
      {
        addresses: [pushUrl],
        restAddress: restUrl,
        protocol: site.protocol,
        serviceName,
        backoff: { firstWindowMs: 500, maxWindowMs: 8_000 },
        logger: parts.logger,
        shards: parts.threads?.shards ?? 0,
        ...parts.engine,
      },
      {
        clock: parts.clock,
        random: process.random,
        openSocket: parts.network.openSocket,
        http: { connections: 8, open: () => ({ request: parts.network.http, close: () => Promise.resolve() }) },
        threads: parts.threads && threadsPortOf(parts.threads),
      },
    );
    this.#runsSinceMs = process.clock.monotonicMs();
    const [first, second] = followed;
    this.books = new FollowedBooks({
      who: site.name,
      venue: this.#venue,
      pairs: [
        [first, "read"],
        [second, site.secondBook],
      ],
      audit: site.audits.books,
    });
    this.#account = this.#venue.account(new Credential(site.key), {
      intents: parts.openIntents(site.intents, process),
      delivered: parts.openDelivered(site.delivered, process),
      trader: {
        limits: parts.limits,
        outcomes: { toleranceMs: parts.toleranceMs },
        listener: (event) => this.#noteHalt(event.kind),
      },
      ...(parts.exclusive === undefined ? {} : { exclusive: parts.exclusive }),
    });
    for (const { intent, end } of rememberedIn(site.intents)) {
      if (end === "finished") {
        site.audits.orders.finished(intent.clientOrderId ?? "");
      }
    }
    void this.#listen();
    void this.#settleEarlier();
    this.#actSoon();
  }

  get account(): Account {
    return this.#account;
  }

  /** What keeps it from being live; empty when it is. */
  waitsFor(): readonly string[] {
    const { status, gap } = this.#account.events.state;
    return [
      ...this.books.waitsFor(),
      ...(status === "live" ? [] : [`the account is ${status}`]),
      ...(gap === undefined ? [] : [`a gap is open: ${JSON.stringify(gap.reasons)}`]),
      ...(this.#isSettled ? [] : ["the calls of an earlier life are not settled"]),
    ];
  }

  /** Whether an order is under way of which it does not know what becomes. */
  get isPlacing(): boolean {
    return this.#placing > 0;
  }

  /** Somebody looks at what it shows now. */
  look(): void {
    if (this.process.isDead || this.process.isPaused) {
      return;
    }
    this.books.look(this.runsForMs);
  }

  /** How long it has been running without a pause. */
  get runsForMs(): number {
    return this.process.clock.monotonicMs() - this.#runsSinceMs;
  }

  /** It goes on after a pause: what it shows is old for a moment. */
  resumed(): void {
    this.#runsSinceMs = this.process.clock.monotonicMs();
  }

  /** From now on it leaves its orders alone. */
  rest(): void {
    this.#mayTrade = false;
  }

  /** It is ended now. A halt that the store did not have yet ends with it. */
  ended(): void {
    const { halts, events } = this.site.audits;
    const { halted } = this.#account.trader;
    if (halted !== undefined && halted.keeping !== "kept") {
      halts.resumed();
    }
    events.ended();
  }

  /** A store that cannot keep what was delivered ends the loop; what it was at work with comes again in the next. */
  async #listen(): Promise<void> {
    const { events, secrets } = this.site.audits;
    while (!this.process.isDead) {
      try {
        for await (const event of this.#account.events) {
          if (this.process.isDead) {
            return;
          }
          events.heard(event);
        }
        return;
      } catch (error) {
        secrets.error(this.site.name, error);
        events.ended();
        await this.#pause(1_000);
      }
    }
  }

  #noteHalt(kind: string): void {
    if (this.process.isDead) {
      return;
    }
    const { halts } = this.site.audits;
    if (kind === "halted") {
      halts.halted();
    } else if (kind === "resumed") {
      halts.resumed();
    } else if (kind === "halt-reached") {
      halts.reached(this.#venueProgram.venue.account(this.site.account));
    }
  }

  /** Finds out what became of the calls of earlier lives. */
  async #settleEarlier(): Promise<void> {
    for (;;) {
      try {
        const outcomes = await this.#account.resolvePending();
        for (const { intent, verdict } of outcomes) {
          const { clientOrderId } = intent;
          if (clientOrderId !== undefined) {
            this.#tell(clientOrderId, verdict.kind);
          }
        }
        if (outcomes.every(({ verdict }) => verdict.kind !== "unknown")) {
          this.#isSettled = true;
          return;
        }
      } catch (error) {
        this.site.audits.secrets.error(this.site.name, error);
      }
      await this.#pause(2_000);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.process.clock.after(ms, resolve);
    });
  }

  #actSoon(): void {
    this.process.clock.after(randomInteger(this.process.random, 100, 2_000), () => {
      if (this.#mayTrade) {
        this.#act();
      }
      this.#actSoon();
    });
  }

  #act(): void {
    const draw = this.process.random();
    this.#orders = this.#orders.filter(({ isFinished }) => !isFinished);
    if (this.#account.trader.halted !== undefined) {
      if (draw < 0.15) {
        this.site.audits.halts.resumed();
        this.#account.trader.resume();
      } else if (draw < 0.5) {
        void this.#place();
      }
      return;
    }
    if (draw < 0.62) {
      void this.#place();
    } else if (draw < 0.85) {
      const order = this.#orders[Math.floor(this.process.random() * this.#orders.length)];
      order?.cancel().catch((error: unknown) => this.site.audits.secrets.error(this.site.name, error));
    } else if (draw < 0.93) {
      this.#account.trader.flatten().catch((error: unknown) => this.site.audits.secrets.error(this.site.name, error));
    } else {
      this.site.audits.halts.halted();
      void this.#parts.halt(this.#account, "the day is over");
    }
  }

  async #place(): Promise<void> {
    const { random } = this.process;
    const pair = followed[Math.floor(random() * followed.length)] ?? followed[0];
    const view = this.books.newestOf(pair);
    const isLong = random() < 0.5;
    const best = isLong ? view?.bestBid?.price : view?.bestAsk?.price;
    if (best === undefined) {
      return;
    }
    const clientOrderId = String(this.site.account * 1_000_000 + ++this.site.orders);
    const quantity = "0.01";
    const side = isLong ? "open-long" : "open-short";
    const order = { pair, side, quantity, clientOrderId, ...this.#terms(best) } as unknown as usdt.PlaceOrderInput;
    this.site.audits.orders.wanted(clientOrderId);
    this.#placing += 1;
    try {
      const handle = await this.#account.trader.place(order);
      this.#orders.push(handle);
      this.#tell(clientOrderId, "placed");
    } catch (error) {
      this.site.audits.secrets.error(this.site.name, error);
      this.#tell(clientOrderId, outcomeOf(error));
    } finally {
      this.#placing -= 1;
    }
  }

  #terms(best: string): object {
    return this.process.random() < 0.3 ? { type: "market" } : { type: "limit", price: best };
  }

  #tell(clientOrderId: string, outcome: ToldOutcome): void {
    if (!this.process.isDead) {
      this.site.audits.orders.told(clientOrderId, outcome);
    }
  }
}
