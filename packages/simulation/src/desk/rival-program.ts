import { type Account, openVenue } from "@depthwire/client";
import { Credential } from "@depthwire/core";
import type { PendingOutcome } from "@depthwire/rest";
import type { Pair } from "@depthwire/schema";
import { randomInteger } from "@depthwire/testkit";
import type { EventAudit } from "../audit/event-audit.js";
import type { OrderAudit, ToldOutcome } from "../audit/order-audit.js";
import type { RivalAudit } from "../audit/rival-audit.js";
import type { SecretAudit } from "../audit/secret-audit.js";
import type { Process } from "../kernel/process.js";
import type { Computer } from "../programs/computer.js";
import { outcomeOf } from "../programs/outcome-of.js";
import { type VenueProgram, venuePairs } from "../programs/venue-program.js";
import { rememberedIn } from "../storage/account-stores.js";
import type { RivalParts } from "./rival-parts.js";

/** How long a lease of the key stands that is not renewed, in milliseconds. */
const leaseMs = 2_000;
const pair = venuePairs[0] as Pair;
/** A market order; a price is asked for and means nothing. */
const near = { pair, type: "market", price: "0", quantity: "0.01" } as const;
const far = { pair, side: "open-long", type: "limit", price: "1000", quantity: "0.01" } as const;

/** What outlives the lives of one program of a desk. */
export interface RivalSite {
  readonly name: string;
  readonly key: { readonly apiKey: string; readonly apiSecret: string };
  readonly computer: Computer;
  /** Hears that an order is begun. */
  readonly orderBegun: () => void;
  readonly audits: {
    readonly events: EventAudit;
    readonly orders: OrderAudit;
    readonly rivals: RivalAudit;
    readonly secrets: SecretAudit;
  };
}

/** One life of a program that trades a key while it alone may, as the guide shows it. */
export class RivalProgram {
  readonly process: Process;
  readonly account: Account;
  readonly #site: RivalSite;
  /** The id of the order that is under way: there is one at a time. */
  #sentId: string | undefined;
  #isPlacing = false;
  #isSettled = false;
  #mayTrade = true;

  constructor(site: RivalSite, process: Process, venueProgram: VenueProgram, parts: RivalParts) {
    this.#site = site;
    this.process = process;
    const { pushUrl, restUrl, serviceName } = venueProgram.venue;
    const { clock, network, logger, store, outcomes, clockMarginMs } = parts;
    const venue = openVenue(
      {
        addresses: [pushUrl],
        restAddress: restUrl,
        serviceName,
        backoff: { firstWindowMs: 500, maxWindowMs: 8_000 },
        logger,
      },
      {
        clock,
        random: process.random,
        openSocket: network.openSocket,
        http: { connections: 8, open: () => ({ request: network.http, close: () => Promise.resolve() }) },
      },
    );
    const { intents, delivered } = site.computer;
    const kept = parts.openIntents(intents, process);
    this.account = venue.account(new Credential(site.key), {
      intents: {
        ...kept,
        begin: (intent) => {
          this.#signed(intent.clientOrderId);
          return kept.begin(intent);
        },
      },
      delivered: parts.openDelivered(delivered, process),
      trader: { outcomes },
      exclusive: parts.exclusive({
        store,
        lease: "desk",
        name: site.name.replace(" ", "-"),
        leaseMs,
        clockMarginMs,
        listener: (event) => {
          if (event.kind === "holding" && !process.isDead) {
            site.audits.rivals.holds(site.name, event.term);
            this.#tellAll(event.leftovers.resolved);
          }
        },
      }),
    });
    for (const { intent, end } of rememberedIn(intents)) {
      if (end === "finished") {
        site.audits.orders.finished(intent.clientOrderId ?? "");
      }
    }
    void this.#listen();
    void this.#settleEarlier();
    this.#actSoon();
  }

  /** Whether it says that it may trade. Nobody asks one that stands still. */
  get holds(): boolean {
    const isAsked = !this.process.isDead && !this.process.isPaused;
    return isAsked && this.account.exclusive?.state.phase === "holding";
  }

  get isPlacing(): boolean {
    return this.#isPlacing;
  }

  /** What keeps it from being live; empty when it is. */
  waitsFor(): readonly string[] {
    const { status, gap } = this.account.events.state;
    return [
      ...(status === "live" ? [] : [`the account is ${status}`]),
      ...(gap === undefined ? [] : [`a gap is open: ${JSON.stringify(gap.reasons)}`]),
      ...(this.#isSettled ? [] : ["the calls of an earlier life are not settled"]),
    ];
  }

  /** From now on it begins nothing. */
  rest(): void {
    this.#mayTrade = false;
  }

  #signed(clientOrderId: string | undefined): void {
    const state = this.account.exclusive?.state;
    if (clientOrderId !== undefined && !this.process.isDead) {
      this.#sentId = clientOrderId;
      this.#site.audits.orders.wanted(clientOrderId);
      this.#site.audits.rivals.signed(this.#site.name, clientOrderId, state && "term" in state ? state.term : 0);
    }
  }

  async #listen(): Promise<void> {
    const { events, secrets } = this.#site.audits;
    while (!this.process.isDead) {
      try {
        for await (const event of this.account.events) {
          if (this.process.isDead) {
            return;
          }
          events.heard(event);
        }
        return;
      } catch (error) {
        secrets.error(this.#site.name, error);
        events.ended();
        await this.#pause(1_000);
      }
    }
  }

  /** Finds out what became of the calls of earlier lives; so does a takeover. */
  async #settleEarlier(): Promise<void> {
    for (;;) {
      try {
        const outcomes = await this.account.resolvePending();
        this.#tellAll(outcomes);
        if (outcomes.every(({ verdict }) => verdict.kind !== "unknown")) {
          this.#isSettled = true;
          return;
        }
      } catch (error) {
        this.#site.audits.secrets.error(this.#site.name, error);
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
    this.process.clock.after(randomInteger(this.process.random, 50, 600), () => {
      if (this.#mayTrade && !this.#isPlacing && this.holds) {
        void this.#place();
      }
      this.#actSoon();
    });
  }

  async #place(): Promise<void> {
    const { random } = this.process;
    const { secrets } = this.#site.audits;
    const side = random() < 0.5 ? "open-long" : "open-short";
    // The far one waits until somebody takes it back.
    const order = random() < 0.5 ? ({ ...near, side } as const) : far;
    this.#isPlacing = true;
    this.#sentId = undefined;
    this.#site.orderBegun();
    try {
      const handle = await this.account.trader.place(order);
      this.#tell(this.#sentId, "placed");
      if (random() < 0.6) {
        handle.cancel().catch((error: unknown) => secrets.error(this.#site.name, error));
      }
    } catch (error) {
      secrets.error(this.#site.name, error);
      this.#tell(this.#sentId, outcomeOf(error));
    } finally {
      this.#isPlacing = false;
    }
  }

  #tellAll(outcomes: readonly PendingOutcome[]): void {
    for (const { intent, verdict } of outcomes) {
      this.#tell(intent.clientOrderId, verdict.kind);
    }
  }

  #tell(clientOrderId: string | undefined, outcome: ToldOutcome): void {
    if (clientOrderId !== undefined && !this.process.isDead) {
      this.#site.audits.orders.told(clientOrderId, outcome);
    }
  }
}
