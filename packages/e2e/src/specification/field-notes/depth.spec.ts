import { compileOperation } from "@depthwire/core/internal";
import { startSandbox } from "@depthwire/sandbox";
import { usdt } from "@depthwire/schema";
import { describe, expect, it, onTestFinished } from "vitest";
import { Conversation } from "../conversation.spec-kit.js";
import { levelsOf, liveBook } from "../scripted-book.spec-kit.js";
import { channelEvent, prefixEvent, throughAnswer } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";

describe("seq", () => {
  it("a step above 1 is a loss or not by policy, and counts within one subscription [notes/depth-both-protocols/note/9]", async () => {
    const contiguous = await liveBook();
    expect((await contiguous.push(1, { seq: 101 })).status).toBe("live");
    expect(await contiguous.push(1, { seq: 105 })).toMatchObject({ status: "gapped", reason: "gap", seq: 101 });
    const monotonic = await liveBook({ sequencePolicy: "monotonic" });
    expect(await monotonic.push(1, { seq: 104 })).toMatchObject({ status: "live", seq: 104, integrity: "unsequenced" });

    const sequenced = await liveBook();
    expect(sequenced.view.integrity).toBe("sequenced");
    await sequenced.disconnected();
    for (let second = 0; second < 6 && sequenced.sockets.length < 2; second += 1) {
      await sequenced.pass(1_000);
    }
    await sequenced.connected();
    expect(await sequenced.push(0, { seq: 3, asks: [["1", "7"]] })).toMatchObject({ status: "live", seq: 3, epoch: 2 });
  });

  it("of the sandbox steps by 1, and by more when it is told to [notes/depth-both-protocols/note/9]", async () => {
    const sandbox = await startSandbox({ pairs: [pair], depthIntervalMs: 20, tickIntervalMs: 20 });
    onTestFinished(() => sandbox.close());
    const conversation = await Conversation.open(sandbox.pushUrl);
    conversation.say({ sub: `${pair}_depth` });
    const next = async (): Promise<number> => ((await conversation.next()).json["d"] as { seq: number }).seq;
    const [first, second, third] = [await next(), await next(), await next()];
    expect([second - first, third - second]).toEqual([1, 1]);
    sandbox.faults.add({ kind: "gap", pair, by: 4 });
    const steps: number[] = [];
    for (let last = third; steps.length < 20 && !steps.includes(5); ) {
      const seq = await next();
      steps.push(seq - last);
      last = seq;
    }
    expect(steps.at(-1)).toBe(5);
  });
});

describe("rows", () => {
  it("are [quantity, price] in protocol A, and objects elsewhere [notes/depth-both-protocols/note/10]", () => {
    const level = { quantity: "7.904", price: "47741.6" };
    const a = { topic: `${pair}_depth`, t: 0, d: { pair, ut: 5, seq: 7, asks: [["7.904", "47741.6"]] } };
    expect(prefixEvent(JSON.stringify(a))).toMatchObject({ depth: { asks: [level] } });
    const data = { pair, update_time: 5, seq: 7, asks: [{ volume: "7.904", price: "47741.6" }] };
    const b = [{ channel: `svc_sub_spot_${pair}_depth`, binary: 0, data_type: 0, data }];
    expect(channelEvent(JSON.stringify(b))).toMatchObject({ depth: { asks: [level] } });
    const rest = throughAnswer(compileOperation(usdt.getDepth), { pair, updatedAtMs: 5, asks: [level], bids: [] });
    expect(rest.wire["result"]).toMatchObject({ asks: [{ volume: "7.904", price: "47741.6" }] });
  });
});

describe("changes", () => {
  it("add sets, del removes whatever its quantity, mod comes last, 0 removes [notes/depth-both-protocols/note/11]", async () => {
    const book = await liveBook();
    const added = await book.push(1, {
      seq: 101,
      add: {
        asks: [
          ["9", "101.1"],
          ["3", "103"],
        ],
        bids: [["4", "98"]],
      },
    });
    expect(levelsOf(added)).toEqual({ asks: ["9@101.1", "5@102", "3@103"], bids: ["2@99", "4@98"] });
    const removed = await book.push(1, { seq: 102, del: { asks: [["777", "102"]], bids: [["0", "98"]] } });
    expect(levelsOf(removed)).toEqual({ asks: ["9@101.1", "3@103"], bids: ["2@99"] });
    const mod = { asks: [["1.5", "103"]], bids: [["6", "99"]] } as const;
    const modified = await book.push(1, { seq: 103, del: { bids: [["2", "99"]] }, mod });
    expect(levelsOf(modified)).toEqual({ asks: ["9@101.1", "1.5@103"], bids: ["6@99"] });
    const zero = await book.push(1, { seq: 104, add: { asks: [["0.00", "101.1"]] } });
    expect(levelsOf(zero).asks).toEqual(["1.5@103"]);
    const negative = await book.push(1, { seq: 105, add: { asks: [["-1", "104"]] } });
    expect(negative).toMatchObject({ status: "gapped", reason: "rejected-message", seq: 104 });
    expect(levelsOf(negative).asks).toEqual(["1.5@103"]);
  });

  it.each([
    ["resync", { status: "gapped", reason: "ambiguous-level" }, ["1@101.1", "5@102"]],
    ["add-then-del", { status: "live" }, ["5@102"]],
    ["del-then-add", { status: "live" }, ["7@101.1", "5@102"]],
  ] as const)(
    "a price in add and del, read as %s [notes/depth-both-protocols/note/11]",
    async (sameLevel, wanted, asks) => {
      const book = await liveBook({ sameLevel });
      const view = await book.push(1, { seq: 101, add: { asks: [["7", "101.10"]] }, del: { asks: [["1", "101.1"]] } });
      expect(view).toMatchObject(wanted);
      expect(levelsOf(view).asks).toEqual(asks);
    },
  );

  it("a price is its value, and a snapshot replaces everything [notes/depth-both-protocols/note/12]", async () => {
    const book = await liveBook();
    const same = await book.push(1, { seq: 101, add: { asks: [["3", "101.10"]] } });
    expect(levelsOf(same).asks).toEqual(["3@101.1", "5@102"]);
    expect(levelsOf(await book.push(1, { seq: 102, del: { asks: [["0", "102.000"]] } })).asks).toEqual(["3@101.1"]);
    const replaced = await book.push(0, { seq: 103, asks: null, bids: [["8", "50"]] });
    expect(levelsOf(replaced)).toEqual({ asks: [], bids: ["8@50"] });
  });

  it("a snapshot is known by its keys, an empty update by t 1 [notes/depth-both-protocols/note/13]", async () => {
    const book = await liveBook();
    const snapshot = await book.push(1, { seq: 101, asks: [["1", "7"]] });
    expect([levelsOf(snapshot), snapshot.epoch]).toEqual([{ asks: ["1@7"], bids: [] }, 2]);
    for (const sides of [{ asks: null }, { bids: [] }, { asks: [], bids: null }]) {
      const empty = await book.push(0, { seq: book.view.seq + 1, ...sides });
      expect([empty.status, levelsOf(empty)]).toEqual(["live", { asks: [], bids: [] }]);
    }
    const { epoch, seq } = book.view;
    expect(await book.push(1, { seq: seq + 1 })).toMatchObject({ status: "live", seq: seq + 1, epoch });

    const neither = { topic: `${pair}_depth`, t: 0, d: { pair, ut: 5, seq: 7 } };
    expect(() => prefixEvent(JSON.stringify(neither))).toThrow(/message-shape/);
    const both = { ...neither, d: { ...neither.d, asks: [], add: { asks: [] } } };
    for (const t of [0, 1]) {
      expect(() => prefixEvent(JSON.stringify({ ...both, t }))).toThrow(/message-shape/);
    }
    expect(await book.push(0, { seq: seq + 2 })).toMatchObject({ status: "gapped", reason: "rejected-message" });
  });
});
