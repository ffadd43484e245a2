import { unzipSync } from "node:zlib";
import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";
import { hmacMd5, signedHeaders } from "../signing.js";

type Plan = Readonly<Record<string, string>> & { sd: number; pt: number; bt: number; s: number };
type Row = Readonly<Record<string, string>>;

interface Answer {
  readonly state: number;
  readonly msg?: string;
  readonly cmd?: string;
  readonly order_id: string;
  readonly result: unknown;
}

const pair = "4BTC_USDT";
const noPosition = 3103;

/** Lives by stop orders: attaches them, places them, takes them back, lets them trigger; calls without a body where it may. */
export const plans: Hand = {
  name: "plans",
  live: async (desk) => {
    const client = new Client(desk);
    await client.listen();
    await client.post("/v3/cbu/changeMode", { pair, mode: 2, leverage_long: 20, leverage_short: 20 });
    while (!desk.over) {
      await attachToLimit(desk, client);
      await attachAndHold(desk, client);
      await changeMargin(desk, client);
      await placeAndCancel(desk, client);
      await client.flatten();
      await letOneTrigger(desk, client);
      await client.flatten();
      await desk.pause(1000);
    }
  },
};

class Client {
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

/** What is attached to a waiting order reads back as it was sent, and is not a plan yet. */
async function attachToLimit(desk: Desk, client: Client): Promise<void> {
  const last = await client.last();
  const price = (last * 0.95).toFixed(1);
  const [profit_price, loss_price] = [(last * 1.02).toFixed(1), (last * 0.9).toFixed(1)];
  const [exec_profit_price, exec_loss_price] = [(last * 1.021).toFixed(1), (last * 0.899).toFixed(1)];
  const attached = { plan_type: 2, profit_price, loss_price, exec_profit_price, exec_loss_price };
  const order = { pair, amount: "0.01", price, order_side: 1, order_type: 2, order_from: 6, ...attached };
  const { order_id } = await client.post("/v3/cbu/order/open", order);
  const read = (await client.post("/v3/cbu/order/detail", { order_id })).result as Row;
  desk.fit(records.shortOrder, read, "an order with an attachment");
  const told = [read["bt"], read["tw"], read["tl"], read["pw"], read["pl"]].map(Number);
  const wanted = [2, profit_price, loss_price, exec_profit_price, exec_loss_price].map(Number);
  desk.hold("attachments", told.join() === wanted.join(), `an attachment of ${wanted} reads as ${told}`);
  await client.post("/v3/cbu/order/closeAll", { pair });
}

/** An opened position has the two plans that came with its order. */
async function attachAndHold(desk: Desk, client: Client): Promise<void> {
  const bought = await client.buy("0.02", (last) => ({
    plan_type: 1,
    profit_price: (last * 1.05).toFixed(1),
    loss_price: (last * 0.95).toFixed(1),
  }));
  if (bought === undefined || bought === 0) {
    return;
  }
  const listed = await client.plans();
  desk.hold(
    "plans",
    listed
      .map(({ pt }) => pt)
      .sort()
      .join() === "1,2",
    `an attachment became ${JSON.stringify(listed)}`,
  );
  for (const plan of listed) {
    const isRight =
      plan.sd === 1 && plan.bt === 1 && plan.s === 1 && plan["pi"] === pair && Number(plan["q"]) === bought;
    desk.hold("plans", isRight, `a plan for ${bought} is ${JSON.stringify(plan)}`);
  }
  const row = await client.position();
  desk.hold(
    "plans",
    Number(row?.["pp"]) === bought && Number(row?.["ps"]) === bought,
    `pp ${row?.["pp"]}, ps ${row?.["ps"]} of ${bought}`,
  );
}

/** Margin goes in and out to the last digit; a side without a position has none. */
async function changeMargin(desk: Desk, client: Client): Promise<void> {
  if ((await client.held()) === 0) {
    return;
  }
  const before = Number((await client.position())?.["mg"]);
  await client.post("/v3/cbu/changeMargin", { pair, margin: "10", side: 1 });
  const between = Number((await client.position())?.["mg"]);
  desk.hold("margin", Math.abs(between - before - 10) < 1e-7, `10 more margin made ${before} into ${between}`);
  await client.post("/v3/cbu/changeMargin", { pair, margin: "-10", side: 1 });
  const after = Number((await client.position())?.["mg"]);
  desk.hold("margin", Math.abs(after - before) < 1e-7, `10 in and out made ${before} into ${after}`);
  const refused = await client.ask("/v3/cbu/changeMargin", { pair, margin: "10", side: 2 });
  desk.hold("answers", refused.state === noPosition, `margin without a position: ${refused.state}`);
  desk.hold(
    "answers",
    typeof refused.msg === "string" && typeof refused.cmd === "string",
    "a refusal of changeMargin has no msg or cmd",
  );
}

async function placeAndCancel(desk: Desk, client: Client): Promise<void> {
  if ((await client.held()) === 0) {
    return;
  }
  const known = new Set((await client.plans()).map(({ oi }) => oi));
  const last = await client.last();
  const [trigger_price, price] = [(last * 1.03).toFixed(1), (last * 1.031).toFixed(1)];
  const common = { amount: "0.005", side: 1 };
  await client.post("/v3/cbu/order/planOpen", { pair, price, trigger_price, plan_type: 1, book_type: 2, ...common });
  // Without the pair, and at market with a price beside it: note 45.
  const below = (last * 0.97).toFixed(1);
  await client.post("/v3/cbu/order/planOpen", {
    price: "49900",
    trigger_price: below,
    plan_type: 2,
    book_type: 1,
    ...common,
  });
  const mine = (await client.plans()).filter(({ oi }) => !known.has(oi));
  const [profit, loss] = [mine.find(({ pt }) => pt === 1), mine.find(({ pt }) => pt === 2)];
  desk.hold(
    "plans",
    mine.length === 2 && profit !== undefined && loss !== undefined,
    `two plans are listed as ${JSON.stringify(mine)}`,
  );
  if (profit === undefined || loss === undefined) {
    return;
  }
  const told = [profit["pr"], profit["tp"], profit["q"], profit.bt, loss["pr"], loss["tp"], loss["q"], loss.bt].map(
    Number,
  );
  const wanted = [price, trigger_price, "0.005", 2, "49900", below, "0.005", 1].map(Number);
  desk.hold("plans", told.join() === wanted.join(), `plans of ${wanted} read as ${told} (note 45)`);
  await client.post("/v3/cbu/order/planClose", { order_id: profit["oi"] });
  await client.post("/v3/cbu/order/planCloseAll", { pair });
  for (const plan of [profit, loss]) {
    const id = plan["oi"] ?? "";
    const isCancelled = await desk.until(() => client.pushed.get(id)?.s === 3, 10_000);
    desk.hold("plans", isCancelled, `a cancelled plan was pushed with status ${client.pushed.get(id)?.s}`);
  }
  const left = await client.plans();
  desk.hold("plans", left.length === 0, `after planCloseAll there are ${left.length} plans`);
}

/** Two plans close to the price: one triggers and closes, the other one is cancelled by it. */
async function letOneTrigger(desk: Desk, client: Client): Promise<void> {
  const known = new Set(client.pushed.keys());
  const bought = await client.buy("0.01", (last) => ({
    plan_type: 1,
    profit_price: (last * 1.0004).toFixed(1),
    loss_price: (last * 0.9996).toFixed(1),
  }));
  if (bought === undefined || bought === 0) {
    return;
  }
  const statuses = (): string =>
    [...client.pushed]
      .filter(([id]) => !known.has(id))
      .map(([, { s }]) => s)
      .sort()
      .join();
  const isTriggered = await desk.until(() => statuses() !== "1,1" && statuses() !== "", 10_000);
  if (!isTriggered) {
    return;
  }
  const isOver = await desk.until(() => statuses() === "2,5", 10_000);
  desk.hold(
    "triggers",
    isOver,
    `of two paired plans one triggered, and they have the statuses ${statuses()} (note 18)`,
  );
  await desk.pause(200);
  desk.hold("triggers", (await client.held()) === 0, "a triggered plan left a position");
}

function read(frame: Buffer): { readonly topic?: string; readonly d?: { readonly base_u_plan_order_v3?: Plan } } {
  const marker = frame[0];
  if (marker === 0x7b) {
    return JSON.parse(frame.toString());
  }
  const rest = frame.subarray(1);
  return JSON.parse((marker === 1 || marker === 0x31 ? unzipSync(rest) : rest).toString());
}
