import type { VenueCode } from "@depthwire/schema";
import { expect } from "vitest";
import type { Answered, KeyPair, RestKit } from "../spec-support/rest-kit.js";
import { type Listener, loginMessage } from "./listener.spec-kit.js";
import { type CallTwist, codeOf, send, type Wire } from "./operations.spec-kit.js";
import { venueTextOf } from "./published-text.spec-kit.js";
import type { LoginOutcome, OperationName } from "./script.spec-kit.js";
import type { Seen } from "./seen.spec-kit.js";

/** What is asked of an account to see whether anything has happened to it. */
const readings: readonly (readonly [OperationName, Wire])[] = [
  ["usdt.getPlanOrders", {}],
  ["usdt.listOrderHistory", { page: 1, size: 50 }],
];

/** What a trader is made of. */
export interface TraderParts {
  readonly account: number;
  readonly key: KeyPair;
  /** A second key, for looking only; nothing where the account must have one key. */
  readonly auditor: KeyPair | undefined;
  /** The door, with the trader's key. */
  readonly rest: RestKit;
  /** Where the private stream comes in. */
  readonly stream: Listener;
  readonly seen: Seen;
}

/** Somebody with an account: calls operations, and hears what is pushed to him. */
export class Trader {
  readonly account: number;
  readonly key: KeyPair;
  readonly stream: Listener;
  readonly #auditor: KeyPair | undefined;
  readonly #rest: RestKit;
  readonly #seen: Seen;
  #last: { readonly operation: OperationName; readonly answer: Answered } | undefined;
  #remembered: unknown;
  #loggedOut = false;

  constructor({ account, key, auditor, rest, stream, seen }: TraderParts) {
    this.account = account;
    this.key = key;
    this.stream = stream;
    this.#auditor = auditor;
    this.#rest = rest;
    this.#seen = seen;
  }

  /** The last answer. */
  get reply(): Answered {
    return this.#last?.answer ?? {};
  }

  /** The id of the order that the last answer speaks of. */
  get orderId(): string {
    return String(this.reply["order_id"]);
  }

  /** Calls an operation with the parameters as they stand on the wire. */
  async calls(operation: OperationName, params: Wire = {}, twist: CallTwist = {}): Promise<Answered> {
    const answer = await send(this.#rest, operation, params, twist);
    this.#last = { operation, answer };
    return answer;
  }

  /** The last call succeeded, and its answer has these parts. */
  expectReply(parts: object = {}): void {
    const { operation, answer } = this.#called();
    expect(codeOf(answer), JSON.stringify(answer)).toBeUndefined();
    expect(answer).toMatchObject(parts);
    this.#seen.happy(operation);
  }

  /** The last call was refused with a code and its published text. */
  expectRefusal(code: VenueCode): void {
    const { operation, answer } = this.#called();
    const { msg } = (answer["error"] ?? answer) as { readonly msg?: string };
    expect({ code: codeOf(answer), msg }).toEqual({ code, msg: venueTextOf(code) });
    this.#seen.unhappy(operation, code);
  }

  /** A call fails below the venue: what comes back is not the venue's own answer. */
  async expectBroken(operation: OperationName, params: Wire, what: RegExp): Promise<void> {
    await expect(send(this.#rest, operation, params)).rejects.toThrow(what);
    this.#seen.asserted.add("reply");
  }

  /** What was pushed to him since the last look is this, in this order, and nothing else. */
  async expectPushes(...expected: readonly Wire[]): Promise<readonly Wire[]> {
    const news = await this.stream.news();
    const payloads = news.map(({ data, error }) => (error === undefined ? data : { error }) as Wire);
    expect(payloads).toMatchObject(expected);
    this.#seen.messages(this.stream.protocol, news);
    return payloads;
  }

  /** Hears what was pushed to him without looking at it: it led up to the scene. */
  async passesOver(): Promise<void> {
    await this.stream.news();
  }

  /** What a query says about him. */
  async expectRecord(operation: OperationName, params: Wire, parts: unknown): Promise<Answered> {
    const answer = await this.looksUp(operation, params);
    expect(codeOf(answer), JSON.stringify(answer)).toBeUndefined();
    expect(answer["result"]).toMatchObject(parts as object);
    this.#seen.happy(operation);
    this.#seen.asserted.add("record");
    return answer;
  }

  /** His balances by coin and kind, as the operator sees them. */
  async expectBalances(balances: Readonly<Record<string, Wire>>): Promise<void> {
    expect(await this.#balances()).toMatchObject(balances);
    this.#seen.asserted.add("record");
  }

  /** Keeps in mind how the account stands, for {@link Trader.expectNothingHappened}. */
  async remembers(): Promise<void> {
    this.#remembered = await this.#standing();
  }

  /** Since he last looked nothing was pushed; the account stands as it did when he remembered it; no money was made or lost. */
  async expectNothingHappened(): Promise<void> {
    await this.expectPushes();
    expect(await this.#standing()).toEqual(this.#remembered);
    this.#seen.asserted.add("record");
  }

  /** A query with the key that only looks. */
  looksUp(operation: OperationName, params: Wire = {}): Promise<Answered> {
    return send(this.#rest, operation, params, { key: this.#auditor ?? this.key });
  }

  /** Sends a login over his connection. */
  logsIn(key: KeyPair = this.key): void {
    this.stream.says(loginMessage(this.stream.protocol, key));
  }

  /** The login was acknowledged, and he was told how his account stands: assets, positions, orders. */
  async expectLogin(...standing: readonly [assets: object, positions: object, orders: object]): Promise<void> {
    const [assets_all, position_all, order_all] = standing;
    await this.expectPushes({ result: "subscription succeeded" }, { assets_all }, { position_all }, { order_all });
    this.#seen.login(this.#loggedOut ? "relogin" : "success");
  }

  /** The login was refused; a login of the other protocol is 3017. */
  async expectLoginRefused(code: VenueCode): Promise<void> {
    await this.expectPushes({ error: { code: String(code), msg: venueTextOf(code) } });
    this.#seen.login(code === 3017 ? "wrong-protocol" : (String(code) as LoginOutcome));
  }

  /** Ends his session; from then on nothing is pushed to him. */
  logsOut(): void {
    const { sub, channel, ...proof } = loginMessage(this.stream.protocol, this.key) as Record<string, string>;
    this.stream.says(sub === undefined ? { event: "removeChannel", channel } : { ...proof, unsub: sub });
    this.#loggedOut = true;
    this.#seen.login("logout");
  }

  #called(): { readonly operation: OperationName; readonly answer: Answered } {
    if (this.#last === undefined) {
      throw new RangeError("nothing was called");
    }
    return this.#last;
  }

  async #balances(): Promise<unknown> {
    return (await this.#rest.operate("GET", `accounts/${this.account}`)).body["balances"];
  }

  async #standing(): Promise<unknown> {
    const lookingUp = this.#auditor === undefined ? [] : readings;
    return Promise.all([this.#balances(), ...lookingUp.map((reading) => this.looksUp(...reading))]);
  }
}
