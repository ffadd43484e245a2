import type { VenueCode } from "@depthwire/schema";
import { expect } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";
import { type Answered, type KeyPair, RestKit } from "../spec-support/rest-kit.js";
import { Listener, loginMessage, type Protocol } from "./listener.spec-kit.js";
import { venueTextOf } from "./published-text.spec-kit.js";
import type { ScriptHead } from "./script.spec-kit.js";
import { Seen } from "./seen.spec-kit.js";
import { Trader } from "./trader.spec-kit.js";

/** When the time of every scene begins. */
export const startMs = 1_700_000_000_000;

/** How a user enters a scene. */
export interface Entrance {
  /** USDT in the contract account; 1000 by default. */
  readonly usdt?: string;
  /** More money, as the operator's address takes it. */
  readonly funds?: readonly { readonly coin: string; readonly amount: string; readonly purse?: string }[];
  /** What is unusual about the key that he calls with. */
  readonly key?: object;
  /** Whether a second key looks at the account; an account may need to have one key only. */
  readonly audited?: "yes" | "no";
  readonly protocol?: Protocol;
  /** Whether he has logged in to the private stream when the scene begins. */
  readonly logsIn?: "yes" | "no";
}

/** A sandbox with its people. Time stands still in it until {@link Scene.passes}. */
export class Scene {
  readonly sandbox: Sandbox;
  readonly seen: Seen = new Seen();
  readonly #clock: VirtualClock;
  readonly #rest: RestKit;
  readonly #clients: PushClient[] = [];
  readonly #traders: Trader[] = [];
  #operated: { readonly status: number; readonly body: Answered } | undefined;

  private constructor(sandbox: Sandbox, clock: VirtualClock) {
    this.sandbox = sandbox;
    this.#clock = clock;
    this.#rest = new RestKit(sandbox, sandbox.credential, () => clock.epochMs());
  }

  /** Opens a sandbox in which users alone act, unless a minute passes. */
  static async open({ sandbox: options = {} }: ScriptHead): Promise<Scene> {
    const clock = new VirtualClock(startMs);
    const quiet = { pairs: ["4BTC_USDT"], tickIntervalMs: 60_000, pingIntervalMs: 3_600_000, requestsPerWindow: 0 };
    return new Scene(await startSandbox({ ...quiet, clock, ...options }), clock);
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.#clock.epochMs();
  }

  /** Lets time pass. */
  passes(ms: number): void {
    this.#clock.advance(ms);
  }

  /** It is later now, and nothing that is due has happened yet: whoever calls next comes in that moment. */
  isLaterBy(ms: number): void {
    this.#clock.moveTo(this.#clock.monotonicMs() + ms);
  }

  /** Lets time pass until the promise is kept. */
  async passesUntil<Value>(promise: Promise<Value>): Promise<Value> {
    const timer = setInterval(() => this.#clock.advance(100), 1);
    try {
      return await promise;
    } finally {
      clearInterval(timer);
    }
  }

  /** A client that connects now is turned away. */
  async expectTurnedAway(): Promise<void> {
    await expect(PushClient.open(this.sandbox.pushUrl)).rejects.toThrow("503");
    this.seen.asserted.add("pushes");
  }

  /** Somebody opens an account, logs in to the private stream, and is told how his account stands. */
  async trader(entrance: Entrance = {}): Promise<Trader> {
    const { usdt = "1000", funds = [], key = {}, audited = "yes", protocol = "prefix", logsIn = "yes" } = entrance;
    const money = [{ coin: "USDT", amount: usdt }, ...funds];
    const keys = audited === "yes" ? [key, {}] : [key];
    const { body } = await this.#rest.operate("POST", "accounts", { funds: money, keys });
    const { account, opened } = body as unknown as { readonly account: number; readonly opened: readonly KeyPair[] };
    const [own, auditor] = opened as readonly [KeyPair, KeyPair | undefined];
    const stream = await this.listener(protocol);
    const trader = new Trader({ account, key: own, auditor, rest: this.#rest.as(own), stream, seen: this.seen });
    this.#traders.push(trader);
    if (logsIn === "yes") {
      trader.logsIn();
      const coins = new Set(money.map(({ coin }) => coin));
      await trader.expectLogin(
        [...coins].map(() => ({ u: account })),
        [],
        [],
      );
    }
    await trader.remembers();
    // What happened so far is the entrance's business: the script has asserted nothing yet.
    this.seen.asserted.clear();
    return trader;
  }

  /** The demo account, for which a strategy trades coin-margined contracts. What it was told at its login has been heard. */
  async demo(): Promise<Trader> {
    const { credential: key, userId: account } = this.sandbox;
    const stream = await this.listener();
    const demo = new Trader({ account, key, auditor: key, rest: this.#rest, stream, seen: this.seen });
    this.#traders.push(demo);
    demo.logsIn();
    await demo.passesOver();
    await demo.remembers();
    return demo;
  }

  /** Opens a push connection that has not said anything yet. */
  async listener(protocol: Protocol = "prefix", path = "/cbu"): Promise<Listener> {
    const client = await PushClient.open(this.sandbox.pushUrl.replace("/cbu", path));
    this.#clients.push(client);
    return new Listener(client, protocol, this.seen);
  }

  /** The same account logs in over one more connection. */
  async secondSession(trader: Trader, protocol: Protocol = "prefix"): Promise<Listener> {
    const listener = await this.listener(protocol);
    listener.says(loginMessage(protocol, trader.key));
    const [acknowledgement] = await listener.news();
    expect(acknowledgement).toMatchObject({ data: { result: "subscription succeeded" } });
    this.seen.login("two-sessions");
    return listener;
  }

  /** The operator acts at one of his addresses. */
  async operates(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answered> {
    this.#operated = await this.#rest.operate(method, path, body);
    return this.#operated.body;
  }

  /** The operator's last wish was granted. */
  expectOperated(parts: object = {}): void {
    expect(this.#operated).toMatchObject({ status: 200, body: parts });
  }

  /** The operator was told that the exchange refuses, and with which code. */
  expectOperatorRefused(code: VenueCode): void {
    const error = { code: "refused", state: code, msg: venueTextOf(code) };
    expect(this.#operated).toMatchObject({ status: 400, body: { error } });
    this.seen.code(code);
  }

  /** The sum of all accounts of each coin is zero. */
  async expectLedgerZero(): Promise<void> {
    const { body } = await this.#rest.operate("GET", `accounts/${this.sandbox.userId}`);
    const totals = Object.entries(body["ledgerTotals"] as Record<string, string>);
    expect(totals.length).toBeGreaterThan(0);
    expect(totals.filter(([, sum]) => sum !== "0")).toEqual([]);
    this.seen.asserted.add("ledger");
  }

  /** The end: nobody was told anything that the script did not look at, and every connection ends. */
  async close(): Promise<void> {
    for (const kind of Object.keys(this.sandbox.faults.applied())) {
      this.seen.fault(kind);
    }
    for (const client of this.#clients) {
      client.close();
    }
    await this.sandbox.close();
  }

  /** Nobody's private stream holds a message that no step looked at. */
  async expectAllHeard(): Promise<void> {
    for (const { stream } of this.#traders) {
      if (stream.client.socket.readyState === stream.client.socket.OPEN) {
        expect(await stream.news()).toEqual([]);
      }
    }
  }
}
