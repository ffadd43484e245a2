import { Credential, type HttpRequest, TransportError } from "@depthwire/core";
import {
  compileOperation,
  decodeRequest,
  decodeRequestSignature,
  encodePrivateEvent,
  encodeResponse,
  encodeUtf8,
  type ReceivedRequest,
} from "@depthwire/core/internal";
import type { ParamsOf, ResultOf } from "@depthwire/schema";
import * as coin from "@depthwire/schema/coin";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import * as usdt from "@depthwire/schema/usdt";
import { plainHabits, ScriptedVenue } from "../../account/src/mirror/scripted-venue.spec-kit.js";
import type { Account, AccountConnectOptions } from "./account.js";
import { openVenue } from "./open-venue.js";
import { StubRuntime } from "./stub-ports.spec-kit.js";
import type { Venue } from "./venue.js";
import type { VenueOptions } from "./venue-options.js";

export const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
export const pair = "4BTC_USDT";

/** What may be traded in the pair. */
const contract = {
  pair: pair as never,
  minLeverage: "1" as never,
  maxLeverage: "100" as never,
  contractValue: "1" as never,
  makerFeeRate: "0" as never,
  takerFeeRate: "0" as never,
  maxOrderQuantity: "50" as never,
  maxOpenOrders: 2,
  maxPositionQuantity: "100" as never,
};

/** A call as it arrived. */
export interface ArrivedCall {
  readonly operation: string;
  /** Key that it is signed with; undefined of a public one. */
  readonly key: string | undefined;
  readonly params: unknown;
}

type Respond = (request: ReceivedRequest) => { readonly params: unknown; readonly answer: Promise<string> };

/** A venue with one account: its calls are answered from the same orders and positions that its pushes tell of. */
export class AccountScene {
  readonly runtime = new StubRuntime();
  readonly far: ScriptedVenue = new ScriptedVenue(this.runtime.clock, () => 0.5, plainHabits);
  /** Calls that arrived, oldest first, but those for the time. */
  readonly calls: ArrivedCall[] = [];
  /** Whether calls arrive nowhere. */
  isDown = false;
  readonly venue: Venue;
  readonly #answers: ReadonlyMap<string, { readonly name: string; readonly respond: Respond }>;

  constructor(options: Partial<VenueOptions> = {}) {
    const { network } = this.runtime;
    this.far.feed = {
      acknowledged: () =>
        network.last.plain('{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}'),
      received: (event) => network.last.plain(encodePrivateEvent("7", event)),
      broken: () => network.last.end(),
    };
    this.#answers = new Map(answersOf(this.far, () => this.runtime.clock.epochMs()));
    this.runtime.respond = (address, request) => this.#respond(address, request);
    this.venue = openVenue({ addresses: ["ws://venue"], restAddress: "http://venue", ...options }, this.runtime.ports);
  }

  /** An account whose login is answered, and which is known as far as the venue answers. */
  async live(options: AccountConnectOptions = {}): Promise<Account> {
    const account = this.venue.account(credential, options);
    await this.connect();
    return account;
  }

  /** The next connection stands and is logged in. */
  async connect(): Promise<void> {
    this.runtime.network.last.open();
    this.far.connect();
    await this.pass(5_000);
  }

  /** The venue refuses the key on the newest connection. */
  async refuse(): Promise<void> {
    const { network } = this.runtime;
    network.last.open();
    network.last.plain('{"error":{"code":"3012","msg":"published text"}}');
    await this.pass(100);
  }

  /** Time passes on connections that live. */
  async pass(ms: number): Promise<void> {
    const { clock, network } = this.runtime;
    let passed = 0;
    do {
      for (const socket of network.alive) {
        socket.controlFrame();
      }
      await clock.advanceAndSettle(Math.min(500, ms - passed));
      passed += 500;
    } while (passed < ms);
  }

  /** Until the promise is settled. */
  async settle<Value>(promise: Promise<Value>): Promise<Value> {
    const state = { isSettled: false };
    const end = (): void => {
      state.isSettled = true;
    };
    promise.then(end, end);
    for (let steps = 0; !state.isSettled; steps++) {
      if (steps === 400) {
        throw new Error("what the scene waits for does not come");
      }
      await this.pass(50);
    }
    return promise;
  }

  /** Operations that are called meanwhile, but those for the time. */
  async called(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = this.calls.length;
    await work();
    return this.calls.slice(before).map(({ operation }) => operation);
  }

  async #respond(address: string, { target, headers, body = "" }: HttpRequest) {
    if (this.isDown) {
      throw new TransportError("connect-failed", { address, attempts: 1 });
    }
    const [path = "", query = ""] = target.split("?");
    const { name, respond } = this.#answers.get(new URLSearchParams(query).get("cmd") ?? path) ?? {};
    if (name === undefined || respond === undefined) {
      throw new Error(`the scene answers no ${target}`);
    }
    const named = new Map(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
    const received = { query, body, header: (header: string) => named.get(header) };
    const { params, answer } = respond(received);
    if (name !== "getServerTime") {
      const key = body === "" ? undefined : decodeRequestSignature(received, "svc").apiKey;
      this.calls.push({ operation: name, key, params });
    }
    return { status: 200, body: encodeUtf8(await answer) };
  }
}

/** What the venue answers, by path. */
function answersOf(far: ScriptedVenue, nowMs: () => number) {
  const all = { page: 1, size: 1_000 };
  return [
    answering(usdt.getServerTime, async () => ({ serverTimeMs: nowMs() })),
    answering(usdt.getOpenOrders, async ({ side }) => {
      const orders = await far.openOrders({ ...all, side });
      return { page: 1, total: orders.length, orders };
    }),
    answering(usdt.listOrderHistory, async (request) => pageOf(await far.orderHistory(request))),
    answering(usdt.getHistoricalOrders, (request) => far.ordersById({ orderIds: request.orderIds ?? [] })),
    answering(usdt.listFills, async (request) => pageOf(await far.fills(request))),
    answering(usdt.listPositionChanges, async (request) => pageOf(await far.positionChanges({ ...request, pair }))),
    answering(usdt.getAssets, () => far.assets()),
    answering(usdt.getPositions, () => far.positions()),
    answering(usdt.getPlanOrders, () => far.planOrders()),
    answering(usdt.getContracts, async () => [contract]),
    answering(usdt.getPrecisions, async () => [{ pair: pair as never, priceScale: 1 }]),
    answering(coin.getContracts, async () => []),
    answering(coin.getPrecisions, async () => []),
    answering(usdt.placeOrder, async (order) => {
      const { side, quantity, clientOrderId } = order;
      const { id } = far.place(order.pair, side, Number(quantity));
      return { orderId: id as never, clientOrderId: clientOrderId as never, status: "open" as const };
    }),
  ];
}

function pageOf<Item>(items: readonly Item[]) {
  return { count: items.length, page: 1 as never, items };
}

function answering<Params extends RecordShape, Result extends Shape>(
  operation: OperationOf<Params, Result>,
  answer: (params: ParamsOf<OperationOf<Params, Result>>) => Promise<ResultOf<OperationOf<Params, Result>>>,
) {
  const compiled = compileOperation(operation);
  const respond: Respond = (request) => {
    const params = decodeRequest(compiled, request);
    return { params, answer: answer(params).then((result) => encodeResponse(compiled, result as never)) };
  };
  return [operation.command ?? operation.path, { name: operation.name, respond }] as const;
}
