import { unzipSync } from "node:zlib";
import type { Desk, Hand } from "../desk.js";
import { hmacMd5, signedHeaders } from "../signing.js";

const pair = "4BTC_USDT";

/** Texts of document 1's error table. */
const texts: Readonly<Record<number, string>> = {
  2033: "Operation failed! Order completed or canceled",
  2034: "Operation failed! Please check parameter",
  2040: "Operation failed! No record",
  2065: "Precatory price is exorbitant, please reset",
  2066: "Precatory price is low , please reset",
  2068: "Min Amount:0.0001",
  2069: "Market order can not be canceled",
  2078: "unvalid order price",
  3000: "Requested parameter incorrect",
  3002: "Parameter cannot be null",
  3009: "Illegal subscription channel",
  3012: "Interface does not support apikey request method",
  3016: "Invalid apikey",
  3025: "apikey signature verification failed",
  3033: "query allow only one cmd",
};

/** Does everything wrong that the documents give a code for, and reads the answers. */
export const mistakes: Hand = {
  name: "mistakes",
  live: async (desk) => {
    while (!desk.over) {
      await wrongOrders(desk);
      await wrongCancels(desk);
      await wrongKeys(desk);
      await wrongBatches(desk);
      await wrongChannels(desk);
      await wrongLogins(desk);
      await desk.pause(5000);
    }
  },
};

async function refused(
  desk: Desk,
  path: string,
  params: object,
  code: number,
  signer: Desk | Signer = desk,
): Promise<void> {
  const body = JSON.stringify(params);
  const reply = await desk.fetch(desk.restUrl + path, { method: "POST", headers: signedHeaders(signer, body), body });
  const { state, msg } = JSON.parse(await reply.text());
  desk.hold("refusals", reply.status === 200, `${path} ${body}: HTTP ${reply.status} (note 24)`);
  desk.hold("refusals", state === code, `${path} ${body}: ${state} ${msg}, wanted ${code}`);
  if (state === code) {
    desk.hold("refusals", msg === texts[code], `${code} comes with the text ${msg}`);
  }
}

interface Signer {
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

async function lastPrice(desk: Desk): Promise<number> {
  const { result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3.1/cquery/buTagPrice`)).text());
  return Number(result[pair].priceTag);
}

async function wrongOrders(desk: Desk): Promise<void> {
  const last = await lastPrice(desk);
  const order = { pair, amount: "0.01", price: last.toFixed(1), order_side: 1, order_type: 2, order_from: 6 };
  const open = "/v3/cbu/order/open";
  await refused(desk, open, { ...order, amount: "0.00001" }, 2068);
  await refused(desk, open, { ...order, amount: "0.01005" }, 2034);
  await refused(desk, open, { ...order, price: "0" }, 2078);
  await refused(desk, open, { ...order, price: (last * 2).toFixed(1) }, 2065);
  await refused(desk, open, { ...order, order_side: 2, price: (last / 2).toFixed(1) }, 2066);
  await refused(desk, open, { ...order, pair: "4NONE_USDT" }, 3016);
  const { amount: _, ...withoutAmount } = order;
  await refused(desk, open, withoutAmount, 3002);
  await refused(desk, open, { ...order, order_side: 5 }, 3000);
}

async function wrongCancels(desk: Desk): Promise<void> {
  await refused(desk, "/v3/cbu/order/close", { order_id: "1" }, 2040);
  await refused(desk, "/v3/cbu/order/detail", { order_id: "1" }, 2040);
  const last = await lastPrice(desk);
  const price = last.toFixed(1);
  const place = async (order: object): Promise<string> => {
    const body = JSON.stringify({ pair, amount: "0.01", price, order_from: 6, ...order });
    const init = { method: "POST", headers: signedHeaders(desk, body), body };
    return JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3/cbu/order/open`, init)).text()).order_id;
  };
  const market = await place({ order_side: 1, order_type: 1 });
  await refused(desk, "/v3/cbu/order/close", { order_id: market }, 2069);
  const limit = await place({ order_side: 3, order_type: 2, price: (last * 0.99).toFixed(1) });
  await desk.pause(100);
  await refused(desk, "/v3/cbu/order/close", { order_id: limit }, 2033);
}

/** Where signatures are ignored, these make no difference. */
async function wrongKeys(desk: Desk): Promise<void> {
  const { serviceName, apiKey, apiSecret, hall } = desk;
  if (hall.signatures === "ignored") {
    const body = "{}";
    const headers = signedHeaders({ serviceName, apiKey: "0".repeat(40), apiSecret: "0".repeat(40) }, body);
    const reply = await desk.fetch(`${desk.restUrl}/v3/cbu/assets`, { method: "POST", headers, body });
    const { state, msg } = JSON.parse(await reply.text());
    desk.hold("refusals", state === 0, `assets signed by nobody's key: ${state} ${msg}, wanted 0`);
    return;
  }
  await refused(desk, "/v3/cbu/assets", {}, 3012, { serviceName, apiKey: "0".repeat(40), apiSecret });
  await refused(desk, "/v3/cbu/assets", {}, 3025, { serviceName, apiKey, apiSecret: "0".repeat(40) });
}

/** Failures of the older address: note 25. */
async function wrongBatches(desk: Desk): Promise<void> {
  const command = { cmd: "bc/orderHistory", body: { page: 1, size: 10 }, index: 1 };
  for (const [list, secret, code] of [
    [[command, command], desk.apiSecret, "3033"],
    [[command], "0".repeat(40), desk.hall.signatures === "checked" ? "3025" : undefined],
  ] as const) {
    const cmds = JSON.stringify(list);
    const body = new URLSearchParams({ cmds, apikey: desk.apiKey, sign: hmacMd5(secret, cmds) });
    const { error } = JSON.parse(
      await (await desk.fetch(`${desk.restUrl}/v1.1/cquery`, { method: "POST", body })).text(),
    );
    desk.hold(
      "refusals",
      error?.code === code,
      `a wrong batch is answered with ${JSON.stringify(error)}, wanted ${code}`,
    );
    const text = code === undefined ? undefined : texts[Number(code)];
    desk.hold("refusals", error?.msg === text, `${code} comes with the text ${error?.msg}`);
  }
}

/** A channel that there is not: note 4. A JSON ping is answered with its own number: note 8. */
async function wrongChannels(desk: Desk): Promise<void> {
  const line = await openLine(desk);
  const ping = Date.now();
  for (const [request, check] of [
    [{ event: "addChannel", sub: "4NONE_USDT_depth" }, (answer: Answer): boolean => is(answer, 3009)],
    [{ ping }, (answer: Answer): boolean => answer.pong === ping],
  ] as const) {
    const { answer, isBare } = await line.ask(request);
    desk.hold("refusals", check(answer), `${JSON.stringify(request)} was answered with ${JSON.stringify(answer)}`);
    desk.hold("refusals", isBare === desk.deployed, `an answer came ${isBare ? "without" : "with"} a marker (note 4)`);
  }
  line.close();
}

/** The venue tells nobody about an account without its secret. */
async function wrongLogins(desk: Desk): Promise<void> {
  for (const [apikey, secret, code] of [
    ["0".repeat(40), desk.apiSecret, 3012],
    [desk.apiKey, "0".repeat(40), 3025],
  ] as const) {
    const line = await openLine(desk);
    const sub = "ALL_ALL_login";
    const { answer } = await line.ask({ apikey, sign: hmacMd5(secret, JSON.stringify({ apikey, sub })), sub });
    desk.hold(
      "refusals",
      is(answer, code),
      `a wrong login was answered with ${JSON.stringify(answer)}, wanted ${code}`,
    );
    line.close();
  }
}

interface Answer {
  readonly error?: { readonly code: string; readonly msg: string };
  readonly pong?: number;
}

/** The code of a push error is a text: note 4. */
function is({ error }: Answer, code: number): boolean {
  return error?.code === String(code) && error.msg === texts[code];
}

interface Line {
  ask(request: object): Promise<{ readonly answer: Answer; readonly isBare: boolean }>;
  close(): void;
}

async function openLine(desk: Desk): Promise<Line> {
  const socket = await desk.connect("/cbu");
  const frames: Buffer[] = [];
  socket.on("message", (frame: Buffer) => {
    // A ping of the venue is not an answer.
    if (!frame.includes('"ping"')) {
      frames.push(frame);
    }
  });
  return {
    ask: async (request) => {
      frames.length = 0;
      socket.send(JSON.stringify(request));
      await desk.until(() => frames.length > 0, 10_000);
      const frame = frames[0] ?? Buffer.from("{}");
      const isBare = frame[0] === 0x7b;
      const isPacked = frame[0] === 1 || frame[0] === 0x31;
      const text = isBare ? frame : isPacked ? unzipSync(frame.subarray(1)) : frame.subarray(1);
      return { answer: JSON.parse(text.toString()), isBare };
    },
    close: () => desk.hangUp(socket),
  };
}
