import { TransportError, VenueError } from "@depthwire/core";
import type { OrderVerdict, RestClient } from "@depthwire/rest";
import { usdt } from "@depthwire/schema";
import { expect, it, vi } from "vitest";
import { sceneContext } from "../context.spec-kit.js";
import { cancelEach, cancelPairs, exitCodeOf } from "./cancel-each.js";
import { showRequest } from "./dry-run.js";
import { newClientOrderId, withClientOrderId } from "./dry-run-order.js";
import type { OpenedAccount } from "./open-account.js";
import { isWaiting } from "./order-ends.js";
import { refuseUnknown, resolveWithin, secondsOf, waitMsOf } from "./outcome.js";

const { signal } = new AbortController();
const pair = "4BTC_USDT";
const refused = (): VenueError => new VenueError({ venueCode: 2034, published: "no", operation: "cancelOrder" });
const silent = (): TransportError => new TransportError("timed-out", { afterMs: 5 } as never);

it("every cancel is sent, and those that failed are told with their words and their weight", async () => {
  const sent: string[] = [];
  const failed = await cancelEach(["1", "2", "3", "4"], async (id) => {
    sent.push(id);
    if (id === "2") {
      throw refused();
    }
    if (id === "4") {
      throw new Error("broken");
    }
  });
  expect(sent).toEqual(["1", "2", "3", "4"]);
  expect(failed).toMatchObject([
    { orderId: "2", code: "venue-refused", message: expect.stringContaining("2034"), exitCode: 4 },
    { orderId: "4", code: "failed", message: "broken", exitCode: 1 },
  ]);
  expect([exitCodeOf([]), exitCodeOf(failed), exitCodeOf(failed.slice(1))]).toEqual([0, 4, 1]);
});

it("orders are cancelled pair by pair, and one by one where the service refuses that", async () => {
  const said: unknown[] = [];
  const rest = (refuses: readonly string[], error: () => Error = refused) =>
    ({
      usdt: {
        cancelAllOrders: async (input: { readonly pair: string }) => {
          said.push(input);
          if (refuses.includes(input.pair)) {
            throw error();
          }
        },
        cancelOrder: async (input: { readonly orderId: string }) => {
          said.push(input);
          if (input.orderId === "3") {
            throw refused();
          }
        },
      },
    }) as unknown as RestClient;
  const waiting = [
    { orderId: "1", pair },
    { orderId: "2", pair: "4ETH_USDT" },
    { orderId: "3", pair },
  ];
  expect(await cancelPairs(rest([]), waiting, signal, "4XRP_USDT")).toEqual([]);
  expect(said.splice(0)).toEqual([{ pair }, { pair: "4ETH_USDT" }, { pair: "4XRP_USDT" }]);
  expect(await cancelPairs(rest([]), waiting, signal, pair)).toEqual([]);
  expect(said.splice(0)).toEqual([{ pair }, { pair: "4ETH_USDT" }]);
  expect(await cancelPairs(rest([pair]), waiting, signal)).toMatchObject([{ orderId: "3", exitCode: 4 }]);
  expect(said.splice(0)).toEqual([{ pair }, { orderId: "1" }, { orderId: "3" }, { pair: "4ETH_USDT" }]);
  await expect(cancelPairs(rest([pair], silent), waiting, signal)).rejects.toThrow(TransportError);
});

it("an order may still trade while it is open or partly filled", () => {
  const statuses = ["open", "partly-filled", "filled", "cancelled", "partly-cancelled"] as const;
  expect(statuses.filter((status) => isWaiting({ status }))).toEqual(["open", "partly-filled"]);
});

it("seconds of an option are read as a number that is not below 0", () => {
  expect([secondsOf("x", "0"), secondsOf("x", "0.05"), waitMsOf({ wait: "60" })]).toEqual([0, 50, 60_000]);
  for (const text of ["", " ", "-1", "soon", "Infinity", "NaN"]) {
    expect(() => secondsOf("wait", text)).toThrow(`--wait ${text}: it must be a number of seconds, such as 60`);
  }
});

const outcome = { operation: "placeOrder", signedAtMs: 1_602_679_943_911, clientOrderId: "77" } as const;

function opened(rest: object, flags: Partial<OpenedAccount["flags"]> = {}): OpenedAccount {
  return { rest, from: "key.json", venue: { rest: "http://127.0.0.1:8090" }, flags } as unknown as OpenedAccount;
}

it("an order of unknown outcome is looked for within its time, and not at all within none", async () => {
  const verdict: OrderVerdict = { kind: "not-placed" } as OrderVerdict;
  const resolveOrder = vi.fn(async () => verdict);
  const { context, streams } = sceneContext("order", "text");
  const unknown = { kind: "unknown", reason: "venue-silent" };
  expect(await resolveWithin(opened({ resolveOrder }), outcome, { timeoutMs: 0 }, context)).toEqual(unknown);
  expect(resolveOrder).not.toHaveBeenCalled();
  const bounds = { timeoutMs: 1_001, toleranceMs: 5 };
  expect(await resolveWithin(opened({ resolveOrder }), outcome, bounds, context)).toBe(verdict);
  expect(resolveOrder).toHaveBeenCalledExactlyOnceWith(outcome, { ...bounds, signal: context.signal });
  expect(streams.text().err).toBe("Finding out what became of the order, for at most 2 s …\n");
  resolveOrder.mockRejectedValueOnce(silent());
  expect(await resolveWithin(opened({ resolveOrder }), outcome, bounds, context)).toEqual(unknown);
});

it("an outcome that stays unknown comes with the command that finds it out, as a shell takes it", () => {
  const flags = { venue: "x", account: "my main", credential: "it's.json", folder: "/keys" } as never;
  const whole = { ...outcome, pair, side: "open-long", quantity: "1", price: "5" } as never;
  expect(() => refuseUnknown(opened({}, flags), whole)).toThrow(
    expect.objectContaining({
      code: "outcome-unknown",
      message: "It is not known whether http://127.0.0.1:8090 carried it out: order 77 (4BTC_USDT), key.json",
      remedy: [
        "Never send it again. Find out what became of it: depthwire resolve 77 --pair 4BTC_USDT --side open-long --quantity 1 --price 5",
        "--signed-at 1602679943911 --venue http://127.0.0.1:8090 --account 'my main' --credential 'it'\\''s.json' --folder /keys",
      ].join(" "),
      details: expect.objectContaining({ command: expect.stringMatching(/^depthwire resolve 77 /), pair }),
    }),
  );
  expect(() => refuseUnknown(opened({}), outcome)).toThrow(
    expect.objectContaining({
      message: "It is not known whether http://127.0.0.1:8090 carried it out: order 77, key.json",
      remedy: "Never send it again. Find out what became of it: depthwire resolve 77 --signed-at 1602679943911",
    }),
  );
  const { clientOrderId: _none, ...nameless } = outcome;
  expect(() => refuseUnknown(opened({}), nameless as never)).toThrow(
    expect.objectContaining({
      message: "It is not known whether http://127.0.0.1:8090 carried it out: placeOrder, key.json",
      remedy: "Never send it again: look first whether it was carried out.",
      details: nameless,
    }),
  );
});

it("an order without an id gets one, and each another", () => {
  const given = { clientOrderId: "5" };
  expect(withClientOrderId(usdt.placeOrder, given)).toBe(given);
  expect(withClientOrderId(usdt.getPositions, {})).toEqual({});
  expect(withClientOrderId(usdt.placeOrder, { pair })).toEqual({ pair, clientOrderId: expect.stringMatching(/^\d+$/) });
  expect(newClientOrderId()).not.toBe(newClientOrderId());
});

it("a request that is only shown has nothing of a key in it that somebody did not ask for", async () => {
  const flags = { venue: "http://127.0.0.1:1/", serviceName: "svc", dryRun: true, credential: undefined } as const;
  const { context, streams } = sceneContext("call", "text");
  await showRequest(usdt.getServerTime, {}, flags as never, context);
  expect(streams.text().out).toBe(
    [
      "GET http://127.0.0.1:1/v3/cbu/timestamp",
      "",
      "Nothing was sent. The timestamp is this computer's; a call takes the service's.",
      "",
    ].join("\n"),
  );
  const json = sceneContext("call", "json");
  await showRequest(usdt.getServerTime, {}, flags as never, json.context);
  expect(JSON.parse(json.streams.text().out)).toEqual({
    kind: "result",
    command: "call",
    data: { method: "GET", address: "http://127.0.0.1:1/v3/cbu/timestamp", headers: {}, sent: false },
  });
});
