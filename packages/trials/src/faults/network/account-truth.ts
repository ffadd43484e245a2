import { setTimeout as sleep } from "node:timers/promises";
import { parseExact } from "@depthwire/core/internal";
import { signedHeaders } from "../../dialects/signing.js";
import { type OpenedAccount, Truth } from "../../dialects/truth.js";
import type { WantedOrder } from "./client-messages.js";
import type { VenueProcess } from "./venue-process.js";

/** An order as the venue has it. */
export interface TrueOrder {
  readonly orderId: string;
  readonly clientOrderId: string;
  /** What was traded. */
  readonly dealQuantity: string;
  readonly status: number;
}

/** A key of an account. */
export type Key = Pick<OpenedAccount, "apiKey" | "apiSecret">;

const sides = { "open-long": 1, "open-short": 2, "close-long": 3, "close-short": 4 } as const;
const kinds = { market: 1, limit: 2 } as const;
/** Most ids of one question. */
const maxIds = 100;
/** How many keys ask in turn: the venue counts requests by key. */
const truthKeys = 6;
const funds = [{ coin: "USDT", amount: "5000000", purse: "contract" }] as const;
/** When the venue calls a question too frequent, or is away: how long until it is asked again, and how often. */
const retryMs = 300;
const maxTries = 200;

/** What the venue says about an account to keys that the operator opened for nobody else, past everything that lies before the client. */
export class AccountTruth {
  /** The client's key. */
  readonly key: Key;
  readonly #venue: VenueProcess;
  readonly #operator: Truth;
  readonly #account: number;
  readonly #keys: readonly Key[];
  #turn = 0;

  private constructor(venue: VenueProcess, operator: Truth, account: number, [key, ...keys]: readonly Key[]) {
    if (key === undefined) {
      throw new Error("the operator opened no key");
    }
    this.#venue = venue;
    this.#operator = operator;
    this.#account = account;
    this.key = key;
    this.#keys = keys;
  }

  /** Has an account with money opened. */
  static async open(venue: VenueProcess): Promise<AccountTruth> {
    const operator = new Truth(venue.restUrl);
    const keys = Array.from({ length: 1 + truthKeys }, () => ({}));
    const { account, opened } = (await operator.order("accounts", { funds, keys })) as {
      readonly account: number;
      readonly opened: readonly Key[];
    };
    return new AccountTruth(venue, operator, account, opened);
  }

  /** Has another key of the account opened. */
  async anotherKey(): Promise<Key> {
    const { opened } = (await this.#operator.order(`accounts/${this.#account}`, { keys: [{}] })) as {
      readonly opened: readonly Key[];
    };
    if (opened[0] === undefined) {
      throw new Error("the operator opened no key");
    }
    return opened[0];
  }

  /** Has a key withdrawn. */
  async revoke({ apiKey }: Key): Promise<void> {
    await this.#operator.order(`accounts/${this.#account}`, { revokeKeys: [apiKey] });
  }

  /** Has the venue suffer faults. */
  async suffer(faults: readonly object[]): Promise<void> {
    await this.#operator.order("faults", faults as object);
  }

  /** Orders with these ids of the client's, all of them. */
  async withClientIds(ids: readonly string[]): Promise<readonly TrueOrder[]> {
    return this.#inBatches("listBatchByClientOid", ids);
  }

  /** Orders with these ids of the venue's. */
  async withIds(ids: readonly string[]): Promise<readonly TrueOrder[]> {
    return this.#inBatches("listBatch", ids);
  }

  /** Orders that wait. */
  async open(pair: string): Promise<readonly TrueOrder[]> {
    const found: TrueOrder[] = [];
    for (const order_side of Object.values(sides)) {
      const { o } = (await this.#post("/v3/cbu/order/list", { pair, order_side, page: 1, size: 100 })) as {
        readonly o: readonly Wire[];
      };
      found.push(...o.map(orderOf));
    }
    return found;
  }

  /** What the account holds on the long side. */
  async heldLong(pair: string): Promise<string> {
    const held = (await this.#post("/v3/cbu/position", { pair })) as readonly Wire[];
    return textOf(held.find(({ sd }) => textOf(sd) === "1")?.["hc"] ?? "0");
  }

  /** Another hand of the same account places an order. @returns its id */
  async place({ clientOrderId, pair, quantity, price, side, type }: WantedOrder): Promise<string> {
    const id = clientOrderId === "" ? {} : { client_oid: clientOrderId };
    const params = {
      pair,
      ...id,
      amount: quantity,
      order_side: sides[side],
      order_type: kinds[type],
      price,
      order_from: 6,
    };
    const { order_id } = await this.#ask("/v3/cbu/order/open", params);
    return textOf(order_id);
  }

  /** The tag price. */
  async tagPrice(pair: string): Promise<number> {
    const answer = await fetch(`${this.#venue.restUrl}/v3.1/cquery/buTagPrice`);
    const { result } = (await answer.json()) as {
      readonly result: Readonly<Record<string, { readonly close: string }>>;
    };
    return Number(result[pair]?.close);
  }

  async #inBatches(path: string, ids: readonly string[]): Promise<readonly TrueOrder[]> {
    const found: TrueOrder[] = [];
    for (let at = 0; at < ids.length; at += maxIds) {
      const order_ids = ids.slice(at, at + maxIds);
      found.push(...((await this.#post(`/v3/cbu/order/${path}`, { order_ids })) as readonly Wire[]).map(orderOf));
    }
    return found;
  }

  async #post(path: string, params: object): Promise<unknown> {
    const { result } = await this.#ask(path, params);
    return result;
  }

  /** @throws Error when the venue refuses for another reason than the rate */
  async #ask(path: string, params: object): Promise<Wire> {
    const body = JSON.stringify(params);
    for (let tries = 0; tries < maxTries; tries++) {
      const key = this.#keys[this.#turn++ % this.#keys.length] as Key;
      const headers = signedHeaders({ serviceName: this.#venue.serviceName, ...key }, body);
      const answer = await fetch(this.#venue.restUrl + path, { method: "POST", headers, body }).catch(() => undefined);
      const text = await answer?.text();
      const told = (text === undefined ? {} : parseExact(text)) as Wire;
      const state = textOf(told["state"]);
      if (state === "0") {
        return told;
      }
      if (text !== undefined && state !== "2091") {
        throw new Error(`the truth was refused ${path}: ${text}`);
      }
      await sleep(retryMs);
    }
    throw new Error(`the truth was not told ${path}`);
  }
}

type Wire = Readonly<Record<string, unknown>>;

function orderOf({ oi, coi, eq, s }: Wire): TrueOrder {
  return { orderId: textOf(oi), clientOrderId: textOf(coi), dealQuantity: textOf(eq), status: Number(textOf(s)) };
}

/** A number or id as text, whatever it came as. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null && "text" in value ? String(value.text) : String(value);
}
