import { TransportError } from "@depthwire/core";
import type { CallerOptions, CallerPorts } from "../index.js";
import {
  jsonResponse,
  type Runtime,
  type ScriptedVenue,
  type SeenRequest,
  scriptedVenue,
} from "./scripted-venue.spec-kit.js";

/** An order as the venue keeps it, with the wire's own names and numbers. */
export interface KeptOrder {
  readonly oi: string;
  readonly coi?: string;
  readonly pi: string;
  readonly sd: number;
  readonly p: string;
  readonly q: string;
  eq: string;
  s: number;
  readonly t: number;
}

/** A position as the venue keeps it: how much is held, and how much of it no order reserves. */
export interface KeptPosition {
  hc: string;
  lc: string;
}

/**
 * What becomes of one request: `refused` takes a venue's code, `lost` is carried out and never answered, `cut` arrives nowhere and may have;
 * `until` is carried out, and answered when that resolves; `answer` stands in the place of the venue's own; `twice` is carried out twice, and the second
 * copy answered.
 */
export type Fate =
  | "answered"
  | "down"
  | "lost"
  | "cut"
  | "twice"
  | { readonly refused: number; readonly isCarriedOut?: true }
  | { readonly until: Promise<void> }
  | { readonly answer: object; readonly isCarriedOut?: true };

/** A venue in a few lines: it keeps orders, plans and positions. */
export interface KeepingVenue extends ScriptedVenue {
  readonly orders: Map<string, KeptOrder>;
  readonly plans: Map<string, { readonly pair: string; readonly side: "long" | "short" }>;
  /** By pair and side: `4BTC_USDT long`. */
  readonly positions: Map<string, KeptPosition>;
  /** Records of orders of the past, in the venue's long form, newest first. */
  readonly history: object[];
  /** Ids of the orders that wait. */
  open(): readonly string[];
  /** Puts an order there that this client did not send. */
  foreign(order: Partial<KeptOrder>): KeptOrder;
  /** The last words of the addresses of all requests. */
  ends(): readonly string[];
}

type Body = Readonly<Record<string, unknown>> & { readonly order_ids?: readonly string[] };

const money = { dp: "60000", f: "0", fb: "0", fb0: "0", fz: "0", r: 0, ui: 1, of: 6 };
const zeros = { l: "10", pa: "0", ui: 1, pf: "0", md: 1, mg: "1", po: "60000", pp: "0", ps: "0" };

function span({ page, size }: Body): [number, number] {
  return [(Number(page) - 1) * Number(size), Number(page) * Number(size)];
}

/** @param fateOf what becomes of each request */
export function keepingVenue(
  fateOf: (request: SeenRequest) => Fate = () => "answered",
  options: Partial<CallerOptions> = {},
  ports: Partial<CallerPorts> = {},
  runtime: Runtime = "sends-once",
): KeepingVenue {
  const orders: KeepingVenue["orders"] = new Map();
  const plans: KeepingVenue["plans"] = new Map();
  const positions: KeepingVenue["positions"] = new Map();
  const history: object[] = [];
  let nextId = 100;
  const keep = (order: Omit<KeptOrder, "oi">): KeptOrder => {
    const kept = { oi: String(nextId++), ...order };
    orders.set(kept.oi, kept);
    return kept;
  };
  const isOpen = ({ s }: KeptOrder): boolean => s < 3;
  const cancel = (id: unknown): boolean => {
    const kept = orders.get(String(id));
    if (kept === undefined || !isOpen(kept)) {
      return false;
    }
    kept.s = kept.s === 2 ? 4 : 5;
    return true;
  };
  const place = (body: Body): object => {
    const isMarket = body["order_type"] === 1;
    const kept = keep({
      coi: String(body["client_oid"]),
      pi: String(body["pair"]),
      sd: Number(body["order_side"]),
      p: String(body["price"]),
      q: String(body["amount"]),
      eq: isMarket ? String(body["amount"]) : "0",
      s: isMarket ? 3 : 1,
      t: venue.clock.epochMs(),
    });
    if (isMarket && kept.sd > 2) {
      const position = positions.get(`${kept.pi} ${kept.sd === 3 ? "long" : "short"}`);
      if (position !== undefined) {
        position.hc = String(Number(position.hc) - Number(kept.q));
        position.lc = String(Number(position.lc) - Number(kept.q));
      }
    }
    return { state: 0, order_id: kept.oi, client_oid: kept.coi, status: kept.s };
  };
  const page = (records: readonly object[]): object => ({ state: 0, result: { p: 1, t: records.length, o: records } });
  const shown = (some: readonly KeptOrder[]): readonly object[] => some.map((one) => ({ ...money, ...one }));
  const carryOut = (target: string, body: Body): object => {
    const all = [...orders.values()];
    switch (target.split("/").at(-1)) {
      case "open":
        return place(body);
      case "close":
        return cancel(body["order_id"]) ? { state: 0, result: "" } : { state: 2033, msg: "x" };
      case "closeBatch":
        for (const id of body.order_ids ?? []) {
          cancel(id);
        }
        return { state: 0, result: "" };
      case "closeAll":
        for (const one of all.filter(({ pi }) => pi === body["pair"])) {
          cancel(one.oi);
        }
        return { state: 0, result: "" };
      case "list":
        return page(shown(all.filter((one) => isOpen(one) && one.sd === body["order_side"])));
      case "listBatch":
        return { state: 0, result: shown(all.filter(({ oi }) => body.order_ids?.includes(oi))) };
      case "listBatchByClientOid":
        return { state: 0, result: shown(all.filter(({ coi }) => body.order_ids?.includes(coi ?? ""))) };
      case "detail":
        return { state: 0, result: shown(all.filter(({ oi }) => oi === body["order_id"]))[0] ?? {} };
      case "orderById":
        return { state: 2040, msg: "x" };
      case "orderHistory":
        return { state: 0, result: { count: history.length, page: 1, items: history.slice(...span(body)) } };
      case "planOrderList":
        return {
          state: 0,
          result: [...plans].map(([oi, { pair, side }]) => ({
            oi,
            pi: pair,
            pr: "1",
            tp: "1",
            q: "1",
            sd: side === "long" ? 1 : 2,
            pt: 1,
            bt: 1,
            s: 1,
          })),
        };
      case "planClose":
        plans.delete(String(body["order_id"]));
        return { state: 0, result: "" };
      case "buTagPrice":
        return {
          state: 0,
          result: { "4BTC_USDT": { close: "60000", priceTag: "60000", createdAt: "2026-11-01T00:00:00.000Z" } },
        };
      case "position":
        return {
          state: 0,
          result: [...positions].map(([key, one]) => {
            const [pi, side] = key.split(" ");
            return { ...zeros, ...one, pi, sd: side === "long" ? 1 : 2 };
          }),
        };
      default:
        return { state: 0, result: "" };
    }
  };
  const venue = scriptedVenue(
    (request) => {
      const fate = fateOf(request);
      if (fate === "down") {
        throw new TransportError("connect-failed", { address: "x", attempts: 1 });
      }
      if (fate === "cut") {
        throw new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
      }
      if (typeof fate === "object" && "refused" in fate) {
        if (fate.isCarriedOut) {
          carryOut(request.target, JSON.parse(request.body ?? "{}") as Body);
        }
        return { state: fate.refused, msg: "refused by the script" };
      }
      if (typeof fate === "object" && "answer" in fate && fate.isCarriedOut === undefined) {
        return fate.answer;
      }
      if (fate === "twice") {
        carryOut(request.target, JSON.parse(request.body ?? "{}") as Body);
      }
      const answer = carryOut(request.target, JSON.parse(request.body ?? "{}") as Body);
      if (fate === "lost") {
        throw new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
      }
      if (typeof fate === "object" && "answer" in fate) {
        return fate.answer;
      }
      return typeof fate === "object" ? fate.until.then(() => answer) : jsonResponse(answer);
    },
    options,
    ports,
    runtime,
  );
  const usual = { pi: "4BTC_USDT", sd: 1, p: "60000", q: "2", eq: "0", s: 1 };
  return {
    ...venue,
    orders,
    plans,
    positions,
    history,
    open: () => [...orders.values()].filter(isOpen).map(({ oi }) => oi),
    foreign: (order) => keep({ ...usual, t: venue.clock.epochMs(), ...order }),
    ends: () => venue.seen.map(({ target }) => target.split("/").at(-1) ?? ""),
  };
}
