import { unzipSync } from "node:zlib";
import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { hmacMd5, signedHeaders } from "../../signing.js";

/** A plan as it stands on the wire. */
export type Plan = Readonly<Record<string, string>> & { sd: number; pt: number; bt: number; s: number };
/** A record as it stands on the wire. */
export type Row = Readonly<Record<string, string>>;

interface Answer {
  readonly state: number;
  readonly msg?: string;
  readonly cmd?: string;
  readonly order_id: string;
  readonly result: unknown;
}

/** The contract that the client lives by. */
export const pair = "4BTC_USDT";

/** Calls, and what is pushed of plans. */
export class Client {
  readonly #desk: Desk;
  /** Every plan as it was pushed last. */
  readonly pushed: Map<string, Plan> = new Map();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** @param params absent: the call has no body; documents want `{}`, deployments take none: note 26 */
  async ask(path: string, params?: object): Promise<Answer> {
    const desk = this.#desk;
    const body = params === undefined && desk.deployed ? "" : JSON.stringify(params ?? {});
    const init = { method: "POST", headers: signedHeaders(desk, body) };
    const reply = await desk.fetch(desk.restUrl + path, body === "" ? init : { ...init, body });
    return JSON.parse(await reply.text());
  }

  async post(path: string, params?: object): Promise<Answer> {
    const answer = await this.ask(path, params);
    this.#desk.hold("answers", answer.state === 0, `${path} ${JSON.stringify(params)}: ${answer.state} ${answer.msg}`);
    return answer;
  }

  async listen(): Promise<void> {
    const desk = this.#desk;
    const socket = await desk.connect("/cbu");
    socket.on("message", (frame: Buffer) => {
      const { topic, d } = read(frame);
      if (topic === undefined || d === undefined) {
        return;
      }
      desk.heard("A", topic);
      if (d.base_u_plan_order_v3 === undefined) {
        return;
      }
      desk.fit(records.planOrder, d.base_u_plan_order_v3, "a pushed plan");
      this.pushed.set(d.base_u_plan_order_v3["oi"] ?? "", d.base_u_plan_order_v3);
    });
    const sign = hmacMd5(desk.apiSecret, JSON.stringify({ apikey: desk.apiKey, sub: "ALL_ALL_login" }));
    socket.send(JSON.stringify({ apikey: desk.apiKey, sign, sub: "ALL_ALL_login" }));
  }

  async plans(): Promise<readonly Plan[]> {
    const { result } = await this.post("/v3/cbu/order/planOrderList");
    for (const plan of result as Plan[]) {
      this.#desk.fit(records.planOrder, plan, "a listed plan");
    }
    return result as Plan[];
  }

  async position(): Promise<Row | undefined> {
    const rows = (await this.post("/v3/cbu/position", { pair, side: 1 })).result as Row[];
    return rows[0];
  }

  async held(): Promise<number> {
    return Number((await this.position())?.["hc"] ?? 0);
  }

  /** Buys at market. @returns the amount that was bought; nothing when the market had moved past a trigger */
  async buy(amount: string, attached: (last: number) => object): Promise<number | undefined> {
    for (let turn = 0; turn < 5; turn++) {
      const last = await this.last();
      const market = { pair, amount, order_side: 1, order_type: 1, order_from: 6, ...attached(last) };
      const answer = await this.ask(
        "/v3/cbu/order/open",
        this.#desk.deployed ? market : { ...market, price: last.toFixed(1) },
      );
      if (answer.state === 0) {
        await this.#desk.pause(100);
        return Number(((await this.post("/v3/cbu/order/detail", { order_id: answer.order_id })).result as Row)["eq"]);
      }
      this.#desk.hold("answers", answer.state === 2034, `a market order was refused: ${answer.state} ${answer.msg}`);
    }
    return undefined;
  }

  /** The latest price; a market that has just opened has none yet. */
  async last(): Promise<number> {
    const address = `${this.#desk.restUrl}/v2/mdata/kline?pair=${pair}&period=1min&size=1`;
    for (;;) {
      const { result } = JSON.parse(await (await this.#desk.fetch(address)).text());
      if (result.length > 0) {
        return Number(result.at(-1).close);
      }
      await this.#desk.pause(500);
    }
  }

  /** Ends with no plan and no position. */
  async flatten(): Promise<void> {
    await this.post("/v3/cbu/order/planCloseAll", {});
    const held = await this.held();
    if (held === 0) {
      return;
    }
    const price = (await this.last()).toFixed(1);
    const amount = held.toFixed(4);
    const answer = await this.ask("/v3/cbu/order/open", {
      pair,
      amount,
      price,
      order_side: 3,
      order_type: 1,
      order_from: 6,
    });
    // A plan that triggers meanwhile has closed it already.
    this.#desk.hold(
      "answers",
      answer.state === 0 || answer.state === 2034,
      `closing was refused: ${answer.state} ${answer.msg}`,
    );
    await this.#desk.pause(100);
  }
}

function read(frame: Buffer): { readonly topic?: string; readonly d?: { readonly base_u_plan_order_v3?: Plan } } {
  const marker = frame[0];
  if (marker === 0x7b) {
    return JSON.parse(frame.toString());
  }
  const rest = frame.subarray(1);
  return JSON.parse((marker === 1 || marker === 0x31 ? unzipSync(rest) : rest).toString());
}
