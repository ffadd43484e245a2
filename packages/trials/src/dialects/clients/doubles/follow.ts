import { gunzipSync, inflateSync } from "node:zlib";
import type { WebSocket } from "ws";
import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { hmacMd5 } from "../../signing.js";

export type ShortOrder = Readonly<Record<string, string>> & { s: number; t: number; sd: number };
export type Fill = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string>> & { sd: number; md: number };
/** A push may take so long on a busy machine. */
export const patienceMs = 10_000;

export interface Mirror {
  readonly orders: Map<string, ShortOrder>;
  readonly fills: Map<string, Fill[]>;
  readonly assets: Map<string, Record<string, string>>;
  readonly positions: Map<string, Row>;
  lastAtMs: number;
  greeted: number;
  pongs: number;
}

export function loginMessage(desk: Desk): { readonly apikey: string; readonly sign: string; readonly sub: string } {
  const sign = hmacMd5(desk.apiSecret, JSON.stringify({ apikey: desk.apiKey, sub: "ALL_ALL_login" }));
  return { apikey: desk.apiKey, sign, sub: "ALL_ALL_login" };
}

/** The marker and the compression that this profile has, and no other. */
function decode(desk: Desk, frame: Buffer): unknown {
  const marker = frame[0];
  const [plain, packed] = desk.deployed ? [0x00, 0x01] : [0x30, 0x31];
  if (marker === packed) {
    const inflate = desk.deployed ? gunzipSync : inflateSync;
    return JSON.parse(inflate(frame.subarray(1)).toString());
  }
  if (marker !== plain) {
    throw new Error(`marker ${marker}`);
  }
  if (desk.deployed) {
    desk.wrong("a private message came uncompressed (note 40)");
  }
  // One deployed client cuts off the last byte of a plain frame.
  return JSON.parse(frame.subarray(1, desk.deployed ? -1 : undefined).toString());
}

export function follow(desk: Desk, socket: WebSocket): Mirror {
  const mine: Mirror = {
    orders: new Map(),
    fills: new Map(),
    assets: new Map(),
    positions: new Map(),
    lastAtMs: 0,
    greeted: 0,
    pongs: 0,
  };
  socket.on("message", (frame: Buffer) => {
    // A message without a marker is a ping, or an error: note 4.
    if (frame[0] === 0x7b && "ping" in JSON.parse(frame.toString())) {
      return;
    }
    if (frame.includes('"pong"')) {
      mine.pongs += 1;
      return;
    }
    try {
      const message = decode(desk, frame) as { topic: string; uid: string; t: number; d: Record<string, unknown> };
      desk.heard("A", message.topic);
      desk.hold(
        "login",
        message.uid === String(desk.account),
        `uid ${JSON.stringify(message.uid)} of account ${desk.account}`,
      );
      desk.hold("fields", message.t === 0 || message.t === 1, `t is ${message.t}`);
      const keys = Object.keys(message.d);
      desk.hold("fields", keys.length === 1, `d has the keys ${keys}`);
      take(desk, mine, keys[0] ?? "", message.d[keys[0] ?? ""]);
      mine.lastAtMs = performance.now();
    } catch (error) {
      desk.wrong(`a private message cannot be read: ${error}`);
    }
  });
  return mine;
}

function take(desk: Desk, mine: Mirror, key: string, content: unknown): void {
  const list = content as Record<string, string>[];
  if (["result", "assets_all", "position_all", "order_all"].includes(key)) {
    mine.greeted += 1;
  }
  if (key === "result") {
    desk.hold("login", typeof content === "string", "the acknowledgement's result is no text");
  } else if (key === "assets_all") {
    for (const asset of list) {
      takeAsset(desk, mine, asset);
    }
  } else if (key === "contract_assets") {
    takeAsset(desk, mine, content as Record<string, string>);
  } else if (key === "position_all") {
    for (const row of list) {
      takePosition(desk, mine, row as Row);
    }
  } else if (key === "contract_order") {
    takePosition(desk, mine, content as Row);
  } else if (key === "order_all") {
    for (const order of list) {
      takeOrder(desk, mine, order as ShortOrder);
    }
  } else if (key === "contract_pending") {
    takeOrder(desk, mine, content as ShortOrder);
  } else if (key === "contract_detail") {
    takeFill(desk, mine, content as Fill);
  } else {
    desk.wrong(`nobody asked for ${key}`);
  }
}

function takeAsset(desk: Desk, mine: Mirror, asset: Record<string, string>): void {
  desk.fit(records.contractAsset, asset, "a pushed asset");
  mine.assets.set(asset["c"] ?? "", asset);
}

function takePosition(desk: Desk, mine: Mirror, row: Row): void {
  desk.fit(records.position, row, "a pushed position");
  mine.positions.set(`${row["pi"]} ${row.sd}`, row);
}

/** Statuses that may follow each other. */
const follows: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 3, 4, 5],
  1: [1, 2, 3, 4, 5],
  2: [2, 3, 4],
  3: [3],
  4: [4],
  5: [5],
};

function takeOrder(desk: Desk, mine: Mirror, order: ShortOrder): void {
  desk.fit(records.shortOrder, order, "a pushed order");
  desk.hold("fields", Number(order["ui"]) === desk.account, `an order of ${order["ui"]} came to ${desk.account}`);
  const before = mine.orders.get(order["oi"] ?? "")?.s ?? 0;
  desk.hold("orders", follows[before]?.includes(order.s) === true, `status ${before} became ${order.s}`);
  mine.orders.set(order["oi"] ?? "", order);
}

function takeFill(desk: Desk, mine: Mirror, fill: Fill): void {
  desk.fit(records.pushedFill, fill, "a pushed fill");
  const order = fill["oi"] ?? "";
  mine.fills.set(order, [...(mine.fills.get(order) ?? []), fill]);
}
