import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataStore } from "../data/data-store.js";
import { KeptAnswers, type NamedOrder } from "../data/kept-answers.js";
import { json, type TextAnswer } from "../server/answer.js";
import { OnceOnly, type OnceWork, type RequestNames } from "./once-only.js";
import type { EarlierOrder } from "./taken-order.js";

const nowMs = 1_700_000_000_000;
const byClient: NamedOrder = { clientOrderId: "4711", chosenBy: "client" };
const byAccelerator: NamedOrder = { clientOrderId: "99", chosenBy: "accelerator" };

function key(text: string, clientOrderId?: string): RequestNames {
  return { key: text, clientOrderId };
}

let parent = "";
let store: DataStore;

async function openStore(): Promise<DataStore> {
  return await DataStore.open(join(parent, "main"), {
    owner: { venue: "v", account: "a" },
    olderState: "refuse",
    newRun: () => "run",
    nowMs: () => nowMs,
  });
}

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "depthwire-accelerator-earlier-"));
  store = await openStore();
});
afterEach(async () => {
  await store.close();
  await rm(parent, { recursive: true });
});

/** A process after another one. */
async function next(earlier?: () => Promise<EarlierOrder>): Promise<OnceOnly> {
  await store.close();
  store = await openStore();
  const answers = await KeptAnswers.open(store, () => nowMs);
  return new OnceOnly(10, { answers, earlierOrder: earlier ?? (() => Promise.reject(new Error("not asked for"))) });
}

/** A process that ends while it sends a request. */
async function endWhileSending(order: NamedOrder | undefined): Promise<void> {
  const answers = await KeptAnswers.open(store, () => nowMs);
  const once = new OnceOnly(10, { answers, earlierOrder: () => Promise.reject(new Error("not asked for")) });
  await new Promise<void>((resolve) => {
    const run: OnceWork["run"] = async (attempt) => {
      if (order === undefined) {
        await attempt.begins();
      } else {
        attempt.orders(order);
        await store.write(answers.withIntent(order.clientOrderId), "disk");
      }
      resolve();
      return new Promise<TextAnswer>(() => {});
    };
    void once.run(key("1"), "body", { run, isHarmlessTwice: false });
  });
}

/** What carrying it out met. */
interface Work extends OnceWork {
  readonly ids: (string | undefined)[];
}

function workOf(isHarmlessTwice = false): Work {
  const ids: (string | undefined)[] = [];
  return {
    ids,
    isHarmlessTwice,
    run: async ({ clientOrderId }) => {
      ids.push(clientOrderId);
      return json({ carriedOut: ids.length });
    },
    answerOf: ({ orderId }) => json({ orderId }),
  };
}

const placed: EarlierOrder = { kind: "placed", order: { orderId: "17", clientOrderId: "99", status: "open" } };

describe("a request that was in flight when the process ended", () => {
  it.each<[string, NamedOrder | undefined, EarlierOrder, number, string, readonly (string | undefined)[]]>([
    ["whose order is there", byAccelerator, placed, 200, '{"orderId":"17"}', []],
    ["whose order came to nothing", byAccelerator, { kind: "not-placed" }, 200, '{"carriedOut":1}', [undefined]],
    ["with its client's id, of which nothing came", byClient, { kind: "not-placed" }, 422, "not-placed", []],
    ["that was never sent", byAccelerator, { kind: "not-sent" }, 200, '{"carriedOut":1}', ["99"]],
    ["of which nobody can tell", byAccelerator, { kind: "unknown" }, 504, "outcome-unknown", []],
    ["that is no order", undefined, placed, 504, "outcome-unknown", []],
  ])("%s", async (_, order, earlier, status, words, ids) => {
    await endWhileSending(order);
    const once = await next(() => Promise.resolve(earlier));
    const work = workOf();
    const answer = await once.run(key("1"), "body", work);
    expect({ status: answer.status, body: answer.body, ids: work.ids }).toEqual({
      status,
      body: expect.stringContaining(words),
      ids,
    });
    await expect(once.run(key("1"), "another", work)).rejects.toMatchObject({ refusal: { status: 409 } });
    expect((await once.run(key("1"), "body", work)).body).toBe(answer.body);
    expect(work.ids.length).toBe(ids.length);
    if (status !== 504) {
      // From now on the answer is kept.
      const later = await next();
      expect((await later.run(key("1"), "body", work)).body).toBe(answer.body);
    }
  });

  it("is carried out again where that changes nothing", async () => {
    await endWhileSending(undefined);
    const once = await next();
    const work = workOf(true);
    expect((await once.run(key("1"), "body", work)).status).toBe(200);
    expect(work.ids).toEqual([undefined]);
  });

  it("is refused, and nothing sent, while the venue does not say what became of it", async () => {
    await endWhileSending(byAccelerator);
    const answers: (() => Promise<EarlierOrder>)[] = [
      () => Promise.reject(new Error("silent")),
      () => Promise.resolve(placed),
    ];
    const once = await next(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
    const work = workOf();
    expect((await once.run(key("1"), "body", work)).status).toBe(503);
    expect((await once.run(key("1"), "body", work)).body).toBe('{"orderId":"17"}');
    expect(work.ids).toEqual([]);
  });
});

it("finds an order by its client id under another key, answered or not", async () => {
  await endWhileSending(byClient);
  const work = workOf();
  const once = await next(() => Promise.resolve(placed));
  expect((await once.run(key("2", "4711"), "body", work)).body).toBe('{"orderId":"17"}');
  const later = await next();
  expect((await later.run(key("3", "4711"), "body", work)).body).toBe('{"orderId":"17"}');
  await expect(later.run(key("3", "4711"), "another", work)).rejects.toMatchObject({ refusal: { status: 409 } });
  expect(work.ids).toEqual([]);
});

it("forgets a request of which nothing was sent", async () => {
  await endWhileSending(byAccelerator);
  const once = await next(() => Promise.resolve({ kind: "not-placed" }));
  const run = async (): Promise<TextAnswer> => json({}, {}, 503);
  expect((await once.run(key("1"), "body", { run, isHarmlessTwice: false })).status).toBe(503);
  const work = workOf();
  expect((await (await next()).run(key("1"), "body", work)).body).toBe('{"carriedOut":1}');
});

it("forgets answers that are too many, in the store too", async () => {
  let once = await next();
  for (let n = 1; n <= 12; n++) {
    await once.run(key(`${n}`), "body", workOf());
  }
  once = await next();
  const work = workOf();
  for (const n of [3, 12, 1, 2]) {
    await once.run(key(`${n}`), "body", work);
  }
  expect(work.ids.length).toBe(2);
});
