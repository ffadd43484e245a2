import { describe, expect, it } from "vitest";
import type { DepthMessage } from "../proxy/depth-message.js";
import type { Rewrite } from "../proxy/rewriting-proxy.js";
import type { BookStage } from "./book-stage.js";
import { rewritingFaults } from "./rewriting-faults.js";

/** A venue with asks at 10.1 to 10.6 and bids at 10.0 to 9.5, and a proxy before it. */
function scene() {
  const proxy: { rewrite: Rewrite | undefined; cuts: number; cut(): void } = {
    rewrite: undefined,
    cuts: 0,
    cut() {
      proxy.cuts += 1;
    },
  };
  const window = { asks: { prices: [101, 102, 103, 104, 105, 106] }, bids: { prices: [100, 99, 98, 97, 96, 95] } };
  const exchange = { published: () => ({ window }), market: () => ({ priceScale: 1 }) };
  const stage = { pair: "P", sandbox: { exchange }, proxy } as unknown as BookStage;
  return { stage, proxy };
}

const update = (d: object = {}): DepthMessage => {
  const usual = { add: { asks: [["1", "10.1"]], bids: null }, del: null };
  return { topic: "P_depth", t: 1, d: { pair: "P", ut: 5, seq: 7, ...usual, ...d } as unknown as DepthMessage["d"] };
};
const snapshot: DepthMessage = { topic: "P_depth", t: 0, d: { pair: "P", ut: 5, seq: 7, asks: [], bids: [] } };

/** What a fault makes of messages, one behind the other; `as it is` where it leaves one alone. */
async function rewritten(name: string, ...messages: readonly DepthMessage[]) {
  const { stage, proxy } = scene();
  const fault = rewritingFaults[name];
  const happened = fault?.happen(stage);
  const became = messages.map((message) => proxy.rewrite?.(message) ?? "as it is");
  await happened;
  expect(proxy.rewrite).toBeUndefined();
  return { became, cuts: proxy.cuts };
}

const data = (became: unknown): unknown => (became as readonly { readonly d: unknown }[])[0]?.d;

describe("a fault that changes an update", () => {
  it.each([
    [
      "doubled-level",
      update().d,
      {
        add: {
          asks: [
            ["123456", "10.1"],
            ["1", "10.1"],
          ],
          bids: null,
        },
      },
    ],
    [
      "doubled-level",
      update({ add: { asks: [], bids: [["2", "9.9"]] } }).d,
      {
        add: {
          asks: [],
          bids: [
            ["123456", "9.9"],
            ["2", "9.9"],
          ],
        },
      },
    ],
    ["unknown-deletion", update().d, { del: { asks: [["0", "999999"]], bids: null } }],
    [
      "unknown-deletion",
      update({ del: { asks: [["0", "10.2"]], bids: [["0", "9"]] } }).d,
      {
        del: {
          asks: [
            ["0", "999999"],
            ["0", "10.2"],
          ],
          bids: [["0", "9"]],
        },
      },
    ],
    [
      "zero-quantity",
      update({ del: { asks: [["3", "10.4"]], bids: null } }).d,
      {
        add: {
          asks: [
            ["1", "10.1"],
            ["0", "10.4"],
          ],
          bids: [],
        },
        del: null,
      },
    ],
    [
      "zero-quantity",
      update({ add: null, del: { asks: null, bids: [["3", "9.7"]] } }).d,
      { add: { asks: [], bids: [["0", "9.7"]] }, del: null },
    ],
    ["negative-quantity", update().d, { add: { asks: [["1", "10.1"]], bids: [["-1", "10"]] } }],
    ["both-kinds", update().d, { asks: [], bids: [] }],
    ["both-kinds", update({ add: undefined }).d, { asks: [], bids: [], add: null }],
  ] as const)("makes this of it: %s", async (name, d, change) => {
    const message = { topic: "P_depth", t: 1, d };
    const { became, cuts } = await rewritten(name, snapshot, message, message);
    expect(became).toEqual(["as it is", [{ ...message, d: { ...d, ...change } }], "as it is"]);
    expect(cuts).toBe(0);
  });

  it("takes its number away", async () => {
    const { became } = await rewritten("number-missing", update());
    expect(became).toEqual([[{ ...update(), d: { pair: "P", ut: 5, add: update().d.add, del: null } }]]);
  });

  it("waits for one that fits", async () => {
    const empty = update({ add: { asks: [], bids: null } });
    expect((await rewritten("doubled-level", empty, update({ add: null }), update())).became).toEqual([
      "as it is",
      "as it is",
      [expect.anything()],
    ]);
    // A level that no client need show proves nothing.
    const far = update({ del: { asks: [["3", "10.5"]], bids: [["3", "9.6"]] } });
    const near = update({ del: { asks: [["3", "10.1"]], bids: null } });
    expect((await rewritten("zero-quantity", update(), far, near)).became).toEqual([
      "as it is",
      "as it is",
      [expect.anything()],
    ]);
  });

  it("lets a message of another pair, or one that contradicts it, follow", async () => {
    const other = await rewritten("other-pair", update());
    expect(other.became).toEqual([
      [
        update(),
        {
          topic: "4OTHER_USDT_depth",
          t: 1,
          d: { pair: "4OTHER_USDT", ut: 6, seq: 8, add: { asks: null, bids: [["123456", "10"]] }, del: null },
        },
      ],
    ]);
    const withoutNumber = await rewritten("other-pair", update({ seq: undefined }));
    expect((withoutNumber.became[0] as readonly { readonly d: object }[])[1]?.d).toMatchObject({ seq: 1 });
    const contradicted = await rewritten("contradiction", update());
    expect(contradicted.became).toEqual([
      [
        update(),
        {
          topic: "P_depth",
          t: 0,
          d: { pair: "P", ut: 5, seq: 7, asks: [["123456", "10.1"]], bids: [["123456", "10"]] },
        },
      ],
    ]);
  });

  it("lets the update of four messages ago follow once more", async () => {
    const updates = [1, 2, 3, 4, 5].map((seq) => update({ seq }));
    const { became } = await rewritten("old-update", ...updates.slice(0, 2), snapshot, ...updates.slice(2));
    expect(became).toEqual([...Array.from({ length: 5 }, () => "as it is"), [updates[4], updates[0]]]);
  });
});

it("the next full message behind a cut has no number", async () => {
  const { became, cuts } = await rewritten("snapshot-without-number", update(), snapshot);
  expect(cuts).toBe(1);
  expect(became[0]).toBe("as it is");
  expect(data(became[1])).toEqual({ pair: "P", ut: 5, asks: [], bids: [] });
});

it("a counter is a million ahead from the beginning, until it falls", async () => {
  const { rewrite, seqOfVenue, happen } = rewritingFaults["counter-begins-anew"] ?? {};
  expect(data(rewrite?.(update()))).toEqual({ ...update().d, seq: 1_000_007 });
  expect(data(rewrite?.(snapshot))).toEqual({ ...snapshot.d, seq: 1_000_007 });
  expect(data(rewrite?.(update({ seq: undefined })))).toMatchObject({ seq: 1_000_000 });
  expect([seqOfVenue?.(1_000_007), seqOfVenue?.(7), seqOfVenue?.(1_000_000)]).toEqual([7, 7, 1_000_000]);
  const { stage, proxy } = scene();
  proxy.rewrite = rewrite;
  await happen?.(stage);
  expect(proxy.rewrite).toBeUndefined();
});

it("a fault that rewrites messages needs a proxy", async () => {
  const stage = { ...scene().stage, proxy: undefined };
  await expect(rewritingFaults["number-missing"]?.happen(stage)).rejects.toThrow("needs a proxy");
});
