import { expect, it } from "vitest";
import { json, refuse } from "../server/answer.js";
import { OnceOnly, type OnceWork, type RequestNames } from "./once-only.js";

function key(text: string): RequestNames {
  return { key: text, clientOrderId: undefined };
}

function client(clientOrderId: string): RequestNames {
  return { key: undefined, clientOrderId };
}

/** Answers with how often it was carried out. */
function counted(status = 200): { run: OnceWork; times: () => number } {
  let times = 0;
  return { run: work(async () => json({ times: ++times }, {}, status)), times: () => times };
}

function work(run: OnceWork["run"]): OnceWork {
  return { run, isHarmlessTwice: false };
}

it("carries out what has no name each time", async () => {
  const { run, times } = counted();
  const once = new OnceOnly(10);
  await once.run({ key: undefined, clientOrderId: undefined }, "a", run);
  await once.run({ key: undefined, clientOrderId: undefined }, "a", run);
  expect(times()).toBe(2);
});

it("gives those who come while it is carried out the same answer", async () => {
  const { run, times } = counted();
  const once = new OnceOnly(10);
  const answers = await Promise.all([1, 2, 3].map(() => once.run(key("1"), "a", run)));
  expect(times()).toBe(1);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

it("refuses a name with another body, and a name that is none", async () => {
  const { run } = counted();
  const once = new OnceOnly(10);
  await once.run(key("1"), "a", run);
  await expect(once.run(key("1"), "b", run)).rejects.toMatchObject({ refusal: { status: 409, code: "key-reused" } });
  for (const wrong of ["", "with a blank", "x".repeat(201)]) {
    const refused = once.run({ key: wrong, clientOrderId: "4711" }, "b", run);
    await expect(refused).rejects.toMatchObject({ refusal: { status: 400, code: "value-invalid" } });
  }
});

it.each([
  [200, 1],
  [422, 1],
  [504, 1],
  [400, 2],
  [403, 2],
  [503, 2],
])("answered with %i it is carried out %i times when it comes twice", async (status, expected) => {
  const { run, times } = counted(status);
  const once = new OnceOnly(10);
  await once.run(key("1"), "a", run);
  await once.run(key("1"), "a", run);
  expect(times()).toBe(expected);
});

it.each([
  ["an order under its client's id that was not placed", "client", "not-placed", 1],
  ["one under an id of the accelerator's", "accelerator", "not-placed", 2],
  ["one that was not sent", "client", "queue-full", 2],
] as const)("%s: carried out %s, %s", async (_, chosenBy, code, expected) => {
  let times = 0;
  const run: OnceWork["run"] = async ({ orders }) => {
    times++;
    orders({ clientOrderId: "4711", chosenBy });
    return refuse({ status: 503, code, message: "Place it again with another client order id" });
  };
  const once = new OnceOnly(10);
  const first = await once.run(client("4711"), "a", work(run));
  const again = await once.run(client("4711"), "a", work(run));
  expect(times).toBe(expected);
  // Whoever repeats it is told the same: under this id it can never be placed.
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

it("is not tried again after a failure of the program itself: nobody knows how far it came", async () => {
  const { run, times } = counted();
  const once = new OnceOnly(10);
  await expect(
    once.run(
      key("1"),
      "a",
      work(() => Promise.reject(new Error("broken"))),
    ),
  ).rejects.toThrow("broken");
  await expect(once.run(key("1"), "a", run)).rejects.toThrow("broken");
  expect(times()).toBe(0);
});

it("forgets the oldest first", async () => {
  const { run, times } = counted();
  const once = new OnceOnly(2);
  for (const name of ["1", "2", "3", "3", "2", "1"]) {
    await once.run(client(name), "a", run);
  }
  expect(times()).toBe(4);
});

it("knows an order by its client id under other keys, as long as it remembers it", async () => {
  const { run, times } = counted();
  const once = new OnceOnly(2);
  const ordered = (name: string | undefined): RequestNames => ({ key: name, clientOrderId: "4711" });
  const answers = await Promise.all(["1", "2", undefined].map((name) => once.run(ordered(name), "a", run)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  await expect(once.run(ordered("3"), "b", run)).rejects.toMatchObject({
    refusal: { status: 409, code: "key-reused" },
  });
  expect(times()).toBe(1);
  await once.run(client("4712"), "a", run);
  await once.run(client("4713"), "a", run);
  await once.run(ordered("3"), "a", run);
  expect(times()).toBe(4);
});

it("gives a client id free again with an order that was not sent", async () => {
  const refused = counted(503);
  const { run, times } = counted();
  const once = new OnceOnly(10);
  await once.run({ key: "1", clientOrderId: "4711" }, "a", refused.run);
  await once.run({ key: "2", clientOrderId: "4711" }, "b", run);
  expect(times()).toBe(1);
});
