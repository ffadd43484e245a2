import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { expect, it } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { FaultRule } from "./fault.js";
import { FaultPlan } from "./fault-plan.js";
import { failedCode, sufferRequest } from "./suffer-request.js";

const trueBody = "0123456789abcdef";

/** One request under a rule, or without one. */
function openRequest(rule?: FaultRule, env: unknown = undefined) {
  const clock = new VirtualClock(0);
  const plan = new FaultPlan(1);
  if (rule !== undefined) {
    plan.add(rule);
  }
  const done: string[] = [];
  const state = { wasNeverSent: false };
  const course = {
    clock,
    answer: async () => {
      done.push(`${clock.epochMs()} carried out`);
      return new Response(trueBody, { status: 201, headers: { "x-own": "1" } });
    },
    wasNeverSent: () => state.wasNeverSent,
    refuse: (code: number) => new Response(`refused ${code}`),
  };
  const context = { req: { path: "/v3/orders" }, env } as unknown as Context;
  return { clock, done, state, answer: () => sufferRequest(context, plan, course) };
}

async function told(response: Response): Promise<readonly [status: number, type: string | null, body: string]> {
  return [response.status, response.headers.get("content-type"), await response.text()];
}

it("is answered as ever without a rule, and under one for another path", async () => {
  for (const rule of [undefined, { kind: "html", path: "/other" } as const]) {
    const { answer, done } = openRequest(rule);
    const response = await answer();
    expect([response.status, await response.text(), done]).toEqual([201, trueBody, ["0 carried out"]]);
  }
});

const page = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

it.each<[FaultRule, number, string | null, string]>([
  [{ kind: "http-error" }, 503, "text/plain", "Service unavailable"],
  [{ kind: "http-error", status: 500 }, 500, "text/plain", "Service unavailable"],
  [{ kind: "html" }, 502, "text/html", page],
  [{ kind: "html", status: 504 }, 504, "text/html", page],
  [{ kind: "empty" }, 200, null, ""],
  [{ kind: "empty", status: 404 }, 404, null, ""],
  [{ kind: "refusal" }, 200, "text/plain;charset=UTF-8", "refused 4003"],
  [{ kind: "refusal", code: 4000 }, 200, "text/plain;charset=UTF-8", "refused 4000"],
])("is answered otherwise, before it is carried out or after it: %j", async (rule, ...wanted) => {
  const before = openRequest(rule);
  expect(await told(await before.answer())).toEqual(wanted);
  expect(before.done).toEqual([]);
  const after = openRequest({ ...rule, when: "after" });
  expect(await told(await after.answer())).toEqual(wanted);
  expect(after.done).toEqual(["0 carried out"]);
  expect(failedCode).toBe(4003);
});

it("has its connection ended without an answer, where there is one", async () => {
  let cuts = 0;
  const env = { incoming: { socket: { destroy: () => (cuts += 1) } } };
  const cut = openRequest({ kind: "cut-request", when: "after" }, env);
  expect(await cut.answer()).toBe(RESPONSE_ALREADY_SENT);
  expect([cuts, cut.done]).toEqual([1, ["0 carried out"]]);
  for (const none of [undefined, null, "env", {}, { incoming: undefined }]) {
    expect(await openRequest({ kind: "cut-request" }, none).answer()).toBe(RESPONSE_ALREADY_SENT);
  }
});

it.each<[FaultRule, string, number]>([
  [{ kind: "late" }, "2000 carried out", 2000],
  [{ kind: "late", ms: 30 }, "30 carried out", 30],
  [{ kind: "late", when: "after" }, "0 carried out", 2000],
  [{ kind: "late", ms: 30, when: "after" }, "0 carried out", 30],
])("is answered late: %j", async (rule, carriedOut, ms) => {
  const { answer, clock, done } = openRequest(rule);
  const answered = answer();
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await turn();
  clock.advance(ms - 1);
  await turn();
  expect(isAnswered).toBe(false);
  clock.advance(1);
  expect(await (await answered).text()).toBe(trueBody);
  expect(done).toEqual([carriedOut]);
});

it("is refused where the venue went back while the answer was late", async () => {
  const { answer, clock, state } = openRequest({ kind: "late", ms: 5 });
  const answered = answer();
  state.wasNeverSent = true;
  clock.advance(5);
  expect(await (await answered).text()).toBe("refused 4003");
});

/** Lets time pass until a promise is settled. */
async function passing<Value>(clock: VirtualClock, promise: Promise<Value>): Promise<Value> {
  const course = { isOver: false };
  const end = (): void => {
    course.isOver = true;
  };
  promise.then(end, end);
  while (!course.isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.runNext(Number.POSITIVE_INFINITY);
  }
  return promise;
}

it("is answered in pieces, by and by, with the true bytes", async () => {
  const { answer, clock } = openRequest({ kind: "slow-body", ms: 80 });
  const response = await answer();
  expect([response.status, response.headers.get("x-own")]).toEqual([201, "1"]);
  const reader = response.body?.getReader();
  const pieces: string[] = [];
  for (;;) {
    const next = await passing(clock, reader?.read() ?? Promise.reject(new Error("no body")));
    if (next.done) {
      break;
    }
    pieces.push(new TextDecoder().decode(next.value));
  }
  expect(pieces).toEqual(["01", "23", "45", "67", "89", "ab", "cd", "ef"]);
  expect(clock.epochMs()).toBe(80);
});

it("is cut in the middle where the venue goes back meanwhile", async () => {
  const { answer, clock, state } = openRequest({ kind: "slow-body" });
  const response = await answer();
  state.wasNeverSent = true;
  await expect(passing(clock, response.text())).rejects.toThrow("Cut: the venue went back");
  let cuts = 0;
  const served = openRequest({ kind: "slow-body" }, { incoming: { socket: { destroy: () => (cuts += 1) } } });
  const body = (await served.answer()).body?.getReader();
  served.state.wasNeverSent = true;
  void body?.read();
  await expect
    .poll(() => {
      served.clock.runNext(Number.POSITIVE_INFINITY);
      return cuts;
    })
    .toBe(1);
});
