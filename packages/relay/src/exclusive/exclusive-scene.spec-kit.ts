import { type Clock, Credential, type HttpClient, type HttpResponse } from "@depthwire/core";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import { MemoryLeaseStore } from "../lease/memory-lease-store.js";
import type { LeaseStore } from "../ports/lease-store.js";
import { type ExclusiveEvent, type ExclusiveLeaseOptions, exclusiveLease } from "./exclusive-lease.js";

/** An order as this venue keeps it, with the wire's own names. */
export interface KeptOrder {
  readonly oi: string;
  /** Empty where a person placed it. */
  readonly coi: string;
  /** 1 waits, 5 is cancelled. */
  s: number;
  /** When it arrived, by the venue's time. */
  readonly t: number;
}

export const leaseMs = 1_000;
export const toleranceMs = 2_000;
export const clockMarginMs = 300;
export const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

type Body = Readonly<Record<string, unknown>>;
const money = { dp: "0", f: "0", fb: "0", fb0: "0", fz: "0", r: 0, ui: 1, of: 6, eq: "0" };

/** A venue that refuses what comes later than its tolerance after it was signed. */
export class SmallVenue {
  readonly orders: KeptOrder[] = [];
  readonly plans: string[] = ["77"];
  readonly refused: number[] = [];
  /** How far its time is ahead of the computers'. */
  aheadMs = 0;
  #nextId = 100;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get nowMs(): number {
    return this.#clock.epochMs() + this.aheadMs;
  }

  get open(): readonly KeptOrder[] {
    return this.orders.filter(({ s }) => s === 1);
  }

  keep(coi: string): KeptOrder {
    const kept = { oi: String(this.#nextId++), coi, s: 1, t: this.nowMs };
    this.orders.push(kept);
    return kept;
  }

  answer(target: string, headers: Readonly<Record<string, string>>, body: Body): object {
    if (target === "/v3/cbu/timestamp") {
      return { time: String(this.nowMs) };
    }
    const signedAtMs = Number(Object.entries(headers).find(([name]) => /timestamp/i.test(name))?.[1]);
    if (Math.abs(this.nowMs - signedAtMs) > toleranceMs) {
      this.refused.push(signedAtMs);
      return { state: 3025, msg: "too late" };
    }
    switch (target.split("/").at(-1)) {
      case "open": {
        const { oi, coi, s } = this.keep(String(body["client_oid"]));
        return { state: 0, order_id: oi, client_oid: coi, status: s };
      }
      case "close":
      case "closeBatch": {
        const ids = (body["order_ids"] ?? [body["order_id"]]) as readonly string[];
        for (const one of this.orders.filter(({ oi }) => ids.includes(oi))) {
          one.s = 5;
        }
        return { state: 0, result: "" };
      }
      case "list": {
        const shown = body["order_side"] === 1 ? this.open : [];
        const o = shown.map((one) => ({ ...money, ...one, pi: "4BTC_USDT", sd: 1, p: "60000", q: "2" }));
        return { state: 0, result: { p: 1, t: o.length, o } };
      }
      case "planOrderList": {
        const plan = { pi: "4BTC_USDT", pr: "1", tp: "1", q: "1", sd: 1, pt: 1, bt: 1, s: 1 };
        return { state: 0, result: this.plans.map((oi) => ({ oi, ...plan })) };
      }
      case "planClose":
        this.plans.splice(this.plans.indexOf(String(body["order_id"])), 1);
        return { state: 0, result: "" };
      default:
        return { state: 0, result: [] };
    }
  }
}

/** Computers that stop: nothing that runs in one goes on before it wakes, while time does. */
export class Computer {
  readonly clock: Clock;
  #asleep: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  constructor(world: Clock) {
    this.clock = {
      epochMs: () => world.epochMs(),
      monotonicMs: () => world.monotonicMs(),
      after: (delayMs, callback) => {
        let isCancelled = false;
        const run = (): void => (isCancelled ? undefined : callback());
        const cancel = world.after(delayMs, () => {
          if (this.#asleep === undefined) {
            run();
          } else {
            void this.#asleep.then(run);
          }
        });
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
  }

  stop(): void {
    this.#asleep ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#asleep = undefined;
    this.#wake();
  }

  /** What comes from outside is seen when it is awake. */
  async awake<Value>(value: Promise<Value>): Promise<Value> {
    const settled = await value;
    await this.#asleep;
    return settled;
  }
}

/** One process that wants to trade. */
export interface Process {
  readonly session: ReturnType<ReturnType<typeof exclusiveLease>["open"]>;
  readonly venue: RestClient;
  readonly events: ExclusiveEvent[];
  readonly computer: Computer;
  /** Requests that left it, by the last word of their address. */
  readonly sent: string[];
  /** Requests reach the venue so much later. Milliseconds. */
  delayMs: number;
  /** Whether its calls to the store arrive. */
  isCutFromStore: boolean;
}

/** Processes of one key, one venue, and one store of leases, on one clock that stands still. */
export class ExclusiveScene {
  readonly clock = fakeClock();
  readonly venue: SmallVenue = new SmallVenue(this.clock);
  readonly store = new MemoryLeaseStore();
  /** When something was last written to the store, by the clock that stands still. */
  writtenMs = 0;
  #processes = 0;

  /**
   * @param tolerance what is stated of the venue
   * @param clockOf what the process reads in place of its computer's clock
   */
  process(
    options: Partial<ExclusiveLeaseOptions> = {},
    tolerance: number | "not-known" = toleranceMs,
    clockOf: (clock: Clock, computer: Computer) => Clock = (clock) => clock,
  ): Process {
    const computer = new Computer(this.clock);
    const clock = clockOf(computer.clock, computer);
    const random = seededRandom(++this.#processes);
    const events: ExclusiveEvent[] = [];
    const store: LeaseStore = {
      read: (key) => this.#reach(one, () => this.store.read(key)),
      compareAndSet: (key, expected, text) =>
        this.#reach(one, () => {
          this.writtenMs = this.clock.monotonicMs();
          return this.store.compareAndSet(key, expected, text);
        }),
    };
    const lease = exclusiveLease({
      store,
      lease: "desk",
      leaseMs,
      clockMarginMs,
      listener: (event) => events.push(event),
      ...options,
    });
    const session = lease.open({
      clock,
      random,
      logger: undefined,
      outcomes: { toleranceMs: tolerance },
      venue: () => one.venue,
    });
    const http: HttpClient = (_address, { target, headers, body }) => {
      const word = target.split("/").at(-1) ?? "";
      one.sent.push(word);
      return computer.awake(
        this.#later(one.delayMs, () => this.venue.answer(target, headers, JSON.parse(body ?? "{}") as Body)),
      );
    };
    const client = createRestClient(
      {
        addresses: { rest: "http://venue.test" },
        credential: new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" }),
        throttle: { limit: 1_000, reserve: {} },
      },
      { clock, random, http, guard: session.guard },
    );
    const one: Process = { session, venue: client, events, computer, sent: [], delayMs: 0, isCutFromStore: false };
    session.start();
    return one;
  }

  /** Lets time pass until it holds, at most a minute. */
  async until(holds: () => boolean): Promise<void> {
    const stepMs = 20;
    for (let passedMs = 0; passedMs < 60_000 && !holds(); passedMs += stepMs) {
      await this.clock.advanceAndSettle(stepMs);
    }
    if (!holds()) {
      throw new Error("it never came to that");
    }
  }

  /** Lets time pass until the process may trade. */
  async untilHolding({ session }: Process): Promise<void> {
    await this.until(() => session.state.phase === "holding");
  }

  #reach<Value>({ computer, isCutFromStore }: Process, work: () => Promise<Value>): Promise<Value> {
    return isCutFromStore ? new Promise(() => undefined) : computer.awake(work());
  }

  #later(delayMs: number, answer: () => object): Promise<HttpResponse> {
    return new Promise((resolve) => {
      const arrive = (): void => resolve({ status: 200, body: new TextEncoder().encode(JSON.stringify(answer())) });
      if (delayMs === 0) {
        arrive();
      } else {
        this.clock.after(delayMs, arrive);
      }
    });
  }
}
