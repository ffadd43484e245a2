import { unzipSync } from "node:zlib";
import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";
import { hmacMd5, signedHeaders } from "../signing.js";

type Row = Readonly<Record<string, string>>;
type Change = Row & { readonly type: number; readonly mode: number; readonly order_side: number };

const pair = "4LTC_USDT";
const pingEveryMs = 10_000;

/** How far the index falls, and how long the hand waits for what must follow. */
const fall = 0.06;
const patienceMs = 20_000;

/** Speculates until it is liquidated; sends control pings of its own and answers none. */
export const ruined: Hand = {
  name: "ruined",
  live: async (desk) => {
    const heard: Change[] = [];
    await listen(desk, heard);
    await post(desk, "/v3/cbu/changeMode", { pair, mode: 2, leverage_long: 25, leverage_short: 25 });
    while (!desk.over) {
      await speculate(desk, heard);
      await desk.pause(12_000);
    }
  },
};

async function post(desk: Desk, path: string, params: object): Promise<{ readonly [key: string]: unknown }> {
  const body = JSON.stringify(params);
  const reply = await desk.fetch(desk.restUrl + path, { method: "POST", headers: signedHeaders(desk, body), body });
  const answer = JSON.parse(await reply.text());
  desk.hold("answers", answer.state === 0, `${path} ${body}: ${answer.state} ${answer.msg}`);
  return answer;
}

async function speculate(desk: Desk, heard: Change[]): Promise<void> {
  const { result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3.1/cquery/buTagPrice`)).text());
  const price = (Number(result[pair].close) * 1.01).toFixed(2);
  await post(desk, "/v3/cbu/order/open", { pair, amount: "10", price, order_side: 1, order_type: 2, order_from: 6 });
  await post(desk, "/v3/cbu/order/closeAll", { pair });
  const [held] = (await post(desk, "/v3/cbu/position", { pair, side: 1 }))["result"] as Row[];
  if (held === undefined || Number(held["hc"]) === 0) {
    return;
  }
  desk.fit(records.position, held, "position");
  const known = heard.length;
  await desk.truth.order(`markets/${pair}`, { indexPrice: (Number(result[pair].close) * (1 - fall)).toFixed(2) });
  const taken = (): number => heard.slice(known).reduce((sum, change) => sum + Math.abs(Number(change["hold_dx"])), 0);
  const isOver = await desk.until(() => taken() >= Number(held["hc"]) - 1e-9, patienceMs);
  desk.hold(
    "liquidations",
    isOver,
    `of ${held["hc"]} at ${held["po"]} only ${taken()} was taken over, pf ${held["pf"]}`,
  );
  await holdRecords(desk, heard.slice(known));
}

/** What was pushed as a passive change is on record under the same id. */
async function holdRecords(desk: Desk, changes: readonly Change[]): Promise<void> {
  const { items } = (await post(desk, "/v3.1/cquery/base_u/dealLog", { pair, page: 1, size: 50 }))["result"] as {
    readonly items: readonly Row[];
  };
  for (const item of items) {
    desk.fit(records.changeRecord, item, "dealLog");
  }
  for (const change of changes) {
    desk.hold("liquidations", [3, 4, 5].includes(change.type), `a passive change has type ${change.type}`);
    const item = items.find(({ id }) => id === change["id"]);
    const wanted = [change.type, change.mode, change.order_side, change["hold_dx"], change["price"]].map(Number);
    const told = [item?.["log_type"], item?.["model"], item?.["side"], item?.["hold_coin_dx"], item?.["price_log"]].map(
      Number,
    );
    desk.hold(
      "liquidations",
      told.join() === wanted.join(),
      `a change was pushed as ${wanted}, is on record as ${told}`,
    );
  }
  const [row] = (await post(desk, "/v3/cbu/position", { pair, side: 1 }))["result"] as Row[];
  desk.hold("liquidations", Number(row?.["hc"] ?? 0) === 0, `after it ${row?.["hc"]} is held`);
}

async function listen(desk: Desk, heard: Change[]): Promise<void> {
  const socket = await desk.connect("/cbu", { autoPong: false });
  const timer = setInterval(() => socket.ping(), pingEveryMs);
  socket.on("close", () => clearInterval(timer));
  socket.on("message", (frame: Buffer) => {
    const isBare = frame[0] === 0x7b;
    const isPacked = frame[0] === 1 || frame[0] === 0x31;
    const text = isBare ? frame : isPacked ? unzipSync(frame.subarray(1)) : frame.subarray(1);
    const { topic, d } = JSON.parse(text.toString());
    if (topic === undefined) {
      return;
    }
    desk.heard("A", topic);
    if (d.contract_deal_log === undefined) {
      return;
    }
    desk.fit(records.pushedChange, d.contract_deal_log, "a passive change");
    heard.push(d.contract_deal_log);
  });
  const sign = hmacMd5(desk.apiSecret, JSON.stringify({ apikey: desk.apiKey, sub: "ALL_ALL_login" }));
  socket.send(JSON.stringify({ apikey: desk.apiKey, sign, sub: "ALL_ALL_login" }));
}
