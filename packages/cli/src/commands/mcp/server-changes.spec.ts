import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { type Carry, done, orderFlags, says, serve, yes } from "./tool-server.spec-kit.js";

it("before a change the person reads the plan and the question; anything but a yes is a no", async () => {
  const asked: (string | undefined)[] = [];
  const carry: Carry = async ({ surroundings: { input, err } }) => {
    err.write("Buy 1\u0007 4BTC_USDT\n");
    asked.push(input.isTerminal ? await input.ask("Do it? [y/N]") : "nobody");
    return 0;
  };
  const answers: readonly ElicitResult[] = [
    yes(),
    { action: "accept", content: { confirm: false } },
    { action: "accept", content: { confirm: "yes" } },
    { action: "accept" },
    { action: "decline" },
    { action: "cancel" },
  ];
  const left = [...answers];
  const { call, questions } = await serve({
    flags: { ...orderFlags, maxOrdersPerMinute: "9" },
    carry,
    person: () => left.shift() ?? { action: "decline" },
  });
  for (const _ of answers) {
    await call("halt", { reason: "news" });
  }
  expect(asked).toEqual(["yes", "no", "no", "no", "no", "no"]);
  expect(questions[0]).toMatchObject({
    mode: "form",
    message: "Buy 1  4BTC_USDT\n\nDo it? [y/N]",
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Do it", description: "Yes: it is done at once." } },
      required: ["confirm"],
    },
  });
  const unasked = await serve({ flags: { ...orderFlags, ask: false }, carry, person: yes });
  await unasked.call("halt", { reason: "news" });
  expect(asked.at(-1)).toBe("nobody");
  expect(unasked.questions).toEqual([]);
});

it("a client that cannot ask its person changes nothing, and is told what to do", async () => {
  const refusal =
    "not-confirmed: Nothing was done: this client cannot ask its person (it has no elicitation). Use one that can, or start the server with --no-ask where the money is play money.";
  for (const elicitation of [undefined, { url: {} }]) {
    const { words, carried } = await serve({
      flags: orderFlags,
      ...(elicitation === undefined ? {} : { elicitation }),
    });
    expect(await words("halt", { reason: "news" })).toBe(refusal);
    expect(carried).toEqual([]);
  }
  for (const elicitation of [{}, { form: {} }, { form: {}, url: {} }]) {
    const { call, carried } = await serve({ flags: orderFlags, elicitation });
    await call("halt", { reason: "news" });
    expect(carried).toHaveLength(1);
  }
});

it("orders beyond so many a minute are refused until a minute is over; cancels and refused orders do not count", async () => {
  let nowMs = 1_000;
  let carry: Carry = done;
  const { words, carried } = await serve({
    flags: { ...orderFlags, ask: false },
    carry: (one) => carry(one),
    nowMs: () => nowMs,
  });
  const order = () => words("order", { direction: "buy", pair: "4BTC_USDT", quantity: "1" });
  carry = says(7, { kind: "error", error: { code: "limit-exceeded", message: "too much" } });
  for (let index = 0; index < 5; index++) {
    expect(await order()).toBe("limit-exceeded: too much");
  }
  carry = done;
  expect(await order()).toBe("undefined: undefined");
  nowMs += 20_000;
  carry = says(4, { kind: "error", error: { code: "venue-refused", message: "no" } });
  expect(await order()).toBe("venue-refused: no");
  carry = done;
  const full = (seconds: number) =>
    `limit-exceeded: Nothing was done: the server places 2 orders a minute at most. There is a place again in ${seconds} s.`;
  expect(await order()).toBe(full(40));
  await words("cancel", { ids: ["1"] });
  nowMs += 39_999;
  expect(await order()).toBe(full(1));
  const before = carried.length;
  nowMs += 1;
  expect(await order()).toBe("undefined: undefined");
  expect(await order()).toBe(full(20));
  expect(carried).toHaveLength(before + 1);
});

it("changes happen one after another, and reads beside them", async () => {
  const order: string[] = [];
  const open: (() => void)[] = [];
  const { call } = await serve({
    flags: { ...orderFlags, ask: false },
    carry: async ({ argv }) => {
      order.push(`${argv[0]} begins`);
      if (argv[0] !== "doctor") {
        await new Promise<void>((resolve) => open.push(resolve));
      }
      order.push(`${argv[0]} ends`);
      return 0;
    },
  });
  const changes = [call("halt", { reason: "a" }), call("cancel", { ids: ["1"] })];
  await call("doctor");
  await expect.poll(() => order.toSorted()).toEqual(["doctor begins", "doctor ends", "halt begins"]);
  open.shift()?.();
  await expect.poll(() => order).toContain("cancel begins");
  expect(order.indexOf("halt ends")).toBeLessThan(order.indexOf("cancel begins"));
  open.shift()?.();
  await Promise.all(changes);
});

it("its end ends calls that run, and waits for them", async () => {
  let isOver = false;
  const { call, end } = await serve({
    carry: ({ surroundings: { signal } }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isOver = true;
          resolve(130);
        });
      }),
  });
  const called = call("doctor").catch(() => "gone");
  await new Promise((resolve) => setImmediate(resolve));
  await end();
  expect(isOver).toBe(true);
  await called;
});
