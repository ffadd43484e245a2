import type { Account } from "@depthwire/client";
import { VenueError } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import type { ReceivedCall } from "../dropin/received-call.js";
import type { AccountMirror } from "../mirror/account-mirror.js";
import type { OwnWrites } from "../mirror/own-writes.js";
import type { OnceAttempt } from "./once-only.js";
import { OrderEntry } from "./order-entry.js";
import type { OutcomeFence } from "./outcome-fence.js";

const pair = "4BTC_USDT";
const limit = { pair, side: "open-long", type: "limit", quantity: "1", price: "20000" } as const;
const market = { pair, side: "close-long", type: "market", quantity: "1", price: "0" } as const;
const frequent = new VenueError({ venueCode: 2091, published: "" } as never);
const patienceMs = 1_000;

/** The calls of these specs. */
const operations = {
  placeOrder: usdt.placeOrder,
  cancelOrder: usdt.cancelOrder,
  cancelOrders: usdt.cancelOrders,
  cancelAllOrders: usdt.cancelAllOrders,
  cancelPlanOrder: usdt.cancelPlanOrder,
  cancelAllPlanOrders: usdt.cancelAllPlanOrders,
  placePlanOrder: usdt.placePlanOrder,
  transferFunds: usdt.transferFunds,
} as const;

/** What the venue answers, call by call; an error is thrown. */
interface Answers {
  readonly place?: readonly unknown[];
  readonly call?: readonly unknown[];
}

function scene({ place = [], call = [] }: Answers) {
  const clock = fakeClock();
  const said: [kind: string, ...rest: unknown[]][] = [];
  const answering = (kind: string, answers: readonly unknown[]) => {
    const left = [...answers];
    return async (...asked: readonly unknown[]) => {
      const [what, ...rest] = asked;
      said.push([kind, (what as { readonly name?: string }).name ?? what, ...rest]);
      const next = left.length > 1 ? left.shift() : left[0];
      if (next instanceof Error) {
        throw next;
      }
      return next;
    };
  };
  const noting =
    (kind: string) =>
    (...noted: readonly unknown[]): void =>
      void said.push([kind, ...noted]);
  const writes = {
    marks: () => "marks",
    openOrders: (of: string) => [`open of ${of}`],
    ...Object.fromEntries(["placed", "cancelled", "plansCancelled", "changed"].map((kind) => [kind, noting(kind)])),
  } as unknown as OwnWrites;
  const plans = [
    { orderId: "p1", pair },
    { orderId: "p2", pair: "4ETH_USDT" },
  ];
  const entry = new OrderEntry({
    account: {
      rest: { call: answering("call", call) },
      trader: { place: answering("place", place) },
    } as unknown as Account,
    mirror: { state: { planOrders: new Map(plans.map((plan) => [plan.orderId, plan])) } } as unknown as AccountMirror,
    writes,
    fence: { wait: async (maxMs: number) => void said.push(["fence", maxMs]) } as unknown as OutcomeFence,
    clock,
    newClientOrderId: () => "made",
    patienceMs,
    answerTimeoutMs: 70,
  });
  const attempt: OnceAttempt = {
    clientOrderId: undefined,
    orders: (order) => void said.push(["orders", order]),
    begins: async () => void said.push(["begins"]),
  };
  const carryOut = (name: keyof typeof operations, params: object) =>
    entry.carryOut(
      { name: `usdt.${name}`, compiled: { operation: operations[name] }, params } as unknown as ReceivedCall,
      attempt,
    );
  return { clock, said, entry, attempt, carryOut };
}

const open = { orderId: "7", status: "open" };
const asked = { timeoutMs: patienceMs };
const placing = { timeoutMs: patienceMs, answerTimeoutMs: 70 };

describe("an order", () => {
  it("that opens waits at the fence, is named before it is sent, and is known as placed", async () => {
    const { said, entry, attempt } = scene({ place: [open] });
    const order = { ...limit, clientOrderId: "4711" };
    expect(await entry.place(order, attempt)).toEqual({ ...open, clientOrderId: "4711" });
    expect(said).toEqual([
      ["orders", { clientOrderId: "4711", chosenBy: "client" }],
      ["fence", patienceMs],
      ["place", order, placing],
      ["placed", { orderId: "7", pair }, "marks"],
    ]);
  });

  it("that closes waits for nobody, and has the id of its attempt, or a new one, where its client chose none", async () => {
    const { said, entry, attempt } = scene({ place: [open] });
    await entry.place({ ...limit, side: "close-long" }, attempt);
    await entry.place({ ...limit, side: "close-short" }, { ...attempt, clientOrderId: "before" });
    expect(said.filter(([kind]) => ["orders", "fence"].includes(kind))).toEqual([
      ["orders", { clientOrderId: "made", chosenBy: "accelerator" }],
      ["orders", { clientOrderId: "before", chosenBy: "accelerator" }],
    ]);
    await entry.place({ ...limit, side: "open-short" }, attempt);
    expect(said).toContainEqual(["fence", patienceMs]);
  });

  it("that is too frequent is looked for before it goes out again", async () => {
    const { clock, said, entry, attempt } = scene({ place: [frequent, frequent, open], call: [[]] });
    const placed = entry.place(limit, attempt);
    for (let waits = 0; waits < 4; waits++) {
      await clock.advanceAndSettle(250);
    }
    expect(await placed).toMatchObject({ orderId: "7" });
    const find = ["call", usdt.getOrdersByClientOrderId.name, { clientOrderIds: ["made"] }, asked];
    const kinds = said.filter(([kind, what]) => kind === "place" || what === find[1]);
    expect(kinds.map(([kind]) => kind)).toEqual(["place", "call", "place", "call", "place"]);
    expect(said).toContainEqual(find);
  });

  it("that is found then is not sent again", async () => {
    const { clock, said, entry, attempt } = scene({ place: [frequent], call: [[{ ...open, price: "1" }]] });
    const placed = entry.place(limit, attempt);
    await clock.advanceAndSettle(250);
    expect(await placed).toEqual({ ...open, clientOrderId: "made" });
    expect(said.filter(([kind]) => kind === "place")).toHaveLength(1);
  });

  it("that stays too frequent is looked for once more at the end, and its refusal is passed on where it is not there", async () => {
    const found = scene({ place: [frequent], call: [[], [], [], [], [open]] });
    const late = found.entry.place(limit, found.attempt);
    for (let waits = 0; waits < 5; waits++) {
      await found.clock.advanceAndSettle(250);
    }
    expect(await late).toMatchObject({ orderId: "7" });
    const lost = scene({ place: [frequent], call: [new Error("no answer")] });
    const refused = expect(lost.entry.place(limit, lost.attempt)).rejects.toThrow("no answer");
    await lost.clock.advanceAndSettle(2_000);
    await refused;
    expect(lost.said.some(([kind]) => kind === "placed")).toBe(false);
  });

  it("that is refused for another reason is not looked for", async () => {
    const other = new VenueError({ venueCode: 2040, published: "" } as never);
    const { said, entry, attempt } = scene({ place: [other] });
    await expect(entry.place(limit, attempt)).rejects.toBe(other);
    expect(said.some(([kind]) => kind === "call")).toBe(false);
  });

  it("at the market that is not told as ended is asked for, for two seconds at most; its first answer stands otherwise", async () => {
    const filled = scene({ place: [open], call: [{ orderId: "7", status: "filled", price: "1" }] });
    expect(await filled.entry.place(market, filled.attempt)).toEqual({
      orderId: "7",
      status: "filled",
      clientOrderId: "made",
    });
    expect(filled.said).toContainEqual(["call", usdt.getOrder.name, { orderId: "7" }, { timeoutMs: 1_000 }]);
    const silent = scene({ place: [{ ...open, status: "partly-filled" }], call: [new Error("silent")] });
    expect(await silent.entry.place(market, silent.attempt)).toMatchObject({ status: "partly-filled" });
    const ended = scene({ place: [{ ...open, status: "filled" }] });
    expect(await ended.entry.place(market, ended.attempt)).toMatchObject({ status: "filled" });
    expect(ended.said.some(([kind]) => kind === "call")).toBe(false);
  });
});

describe("a cancel", () => {
  it("of one order waits for its turn, and is known behind it", async () => {
    const { clock, said, entry } = scene({ call: [frequent, frequent, undefined] });
    const cancelled = entry.cancel("7");
    await clock.advanceAndSettle(250);
    await clock.advanceAndSettle(250);
    await cancelled;
    expect(said.at(-2)).toEqual(["call", usdt.cancelOrder.name, { orderId: "7" }, asked]);
    expect(said.at(-1)).toEqual(["cancelled", ["7"], "marks"]);
  });

  it("of all orders of a pair is known of those that were open before", async () => {
    const { said, entry } = scene({ call: [undefined] });
    await entry.cancelAll(pair);
    expect(said).toEqual([
      ["call", usdt.cancelAllOrders.name, { pair }, asked],
      ["cancelled", [`open of ${pair}`], "marks"],
    ]);
  });
});

describe("a documented call", () => {
  it.each([
    ["cancelOrder", { orderId: "7" }, ["cancelled", ["7"], "marks"]],
    ["cancelOrders", { orderIds: ["7", "8"] }, ["cancelled", ["7", "8"], "marks"]],
    ["cancelAllOrders", { pair }, ["cancelled", [`open of ${pair}`], "marks"]],
    ["cancelAllOrders", {}, ["cancelled", ["open of "], "marks"]],
    ["cancelPlanOrder", { orderId: "p1" }, ["plansCancelled", ["p1"]]],
    ["cancelAllPlanOrders", { pair }, ["plansCancelled", ["p1"]]],
    ["cancelAllPlanOrders", {}, ["plansCancelled", ["p1", "p2"]]],
    ["placePlanOrder", {}, ["changed", "plan-orders", "marks"]],
    ["transferFunds", {}, ["changed", "assets", "marks"]],
  ] as const)("%s says that it begins, is made, and is known by what it changed", async (name, params, noted) => {
    const { said, carryOut } = scene({ call: ["done"] });
    expect(await carryOut(name, params)).toBe("done");
    expect(said).toEqual([["begins"], ["call", operations[name].name, params, asked], noted]);
  });

  it("that changes nothing twice waits for its turn, and another's refusal is passed on at once", async () => {
    const { clock, said, carryOut } = scene({ call: [frequent, "done"] });
    const cancelled = carryOut("cancelOrder", { orderId: "7" });
    await clock.advanceAndSettle(250);
    expect(await cancelled).toBe("done");
    expect(said).toHaveLength(4);
    const moved = scene({ call: [frequent, "done"] });
    await expect(moved.carryOut("transferFunds", {})).rejects.toBe(frequent);
    expect(moved.said).toHaveLength(2);
  });

  it("to place an order places it", async () => {
    const { said, carryOut } = scene({ place: [open] });
    expect(await carryOut("placeOrder", limit)).toEqual({ ...open, clientOrderId: "made" });
    expect(said.some(([kind]) => kind === "begins")).toBe(false);
  });
});
