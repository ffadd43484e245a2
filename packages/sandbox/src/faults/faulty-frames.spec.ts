import type { EncodedFrame } from "@depthwire/core/internal";
import { createRandomState } from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import type { DepthMessage } from "../push/depth-message.js";
import type { Feed, FeedMessage } from "../push/feed.js";
import type { Outlet } from "../push/outlet/outlet.js";
import { frameOf } from "../spec-support/heard-connection.js";
import type { MessageFaultKind } from "./fault.js";
import type { MessageFaultRule } from "./fault-plan.js";
import { framesOf, type Outgoing } from "./faulty-frames.js";
import { flipBits, truncate } from "./harm-frame.js";
import { asAmbiguous, asCrossed, withWrongPair, withWrongShape } from "./harm-message.js";

const pair = "4BTC_USDT";
const level = (price: string) => ({ price, quantity: "1" });
const none = { asks: [], bids: [] };
const snapshot = { kind: "snapshot", pair, seq: 7, updatedAtMs: 1, asks: [level("3")], bids: [level("2")] } as const;
const update: DepthMessage = {
  kind: "update",
  pair,
  seq: 8,
  updatedAtMs: 2,
  set: { asks: [level("4")], bids: [] },
  delete: { asks: [level("3")], bids: [] },
};

/** An outlet that writes everything so that a test can read it. */
const outlet: Outlet = {
  name: "spec",
  text: (_feed, message) => JSON.stringify(message.feed === "depth" ? message.message : message),
  frame: (_feed, _message, text, packing) => frameOf(`${packing} ${text}`),
  harmed: (_feed, _message, text, harm) => {
    const body = harm(new TextEncoder().encode(text));
    return frameOf(`harmed ${body.length} ${text.length}`);
  },
};

function outgoing(message: FeedMessage, kind: Feed["kind"] = "depth"): Outgoing {
  return {
    feed: { kind, pair, period: "" },
    message,
    outlet,
    sources: {
      random: createRandomState(1, "spec"),
      usual: (_outlet, _feed, given) =>
        frameOf(`as ever ${given.feed === "depth" ? `${given.message.kind} ${given.message.seq}` : given.feed}`),
      earlier: (_pair, publications) => (publications < 3 ? { ...snapshot, seq: 7 - publications } : undefined),
      bestAsk: () => level("9"),
    },
  };
}

const depth = outgoing({ feed: "depth", message: update });
const deals = outgoing({ feed: "deals", kind: "incremental", deals: [] }, "deals");

function sent(kind: MessageFaultKind, more: Partial<MessageFaultRule> = {}, of: Outgoing = depth): readonly string[] {
  return framesOf(of, { kind, ...more } as MessageFaultRule).map(({ data }) => new TextDecoder().decode(data));
}

it("sends a message as ever without a fault, and under those that change only when and to whom it is sent", () => {
  const texts = (frames: readonly EncodedFrame[]): readonly string[] =>
    frames.map(({ data }) => new TextDecoder().decode(data));
  expect(texts(framesOf(depth, undefined))).toEqual(["as ever update 8"]);
  expect(sent("reorder")).toEqual(["as ever update 8"]);
  expect(sent("delay")).toEqual(["as ever update 8"]);
  expect(sent("duplicate")).toEqual(["as ever update 8", "as ever update 8"]);
  for (const kind of ["drop", "cut", "close", "black-hole"] as const) {
    expect(sent(kind)).toEqual([]);
  }
});

it("sends an earlier state first, where one is still held", () => {
  expect(sent("old-snapshot")).toEqual(["as ever snapshot 6", "as ever update 8"]);
  expect(sent("old-snapshot", { by: 2 })).toEqual(["as ever snapshot 5", "as ever update 8"]);
  expect(sent("old-snapshot", { by: 3 })).toEqual(["as ever update 8"]);
  expect(sent("old-snapshot", {}, deals)).toEqual(["as ever deals"]);
});

it("harms the bytes of the compressed body", () => {
  const whole = JSON.stringify(update).length;
  expect(sent("corrupt")).toEqual([`harmed ${whole} ${whole}`]);
  expect(sent("truncate", { bytes: 5 })).toEqual([`harmed 5 ${whole}`]);
  expect(sent("unknown-marker")).toEqual(["7s ever update 8"]);
});

it("changes the text", () => {
  const text = JSON.stringify(update);
  expect(sent("not-json")).toEqual([`usual ${text.slice(0, -5)}`]);
  expect(sent("wrong-pair")).toEqual([`usual ${text.replace(pair, "4OTHER_USDT")}`]);
  expect(sent("wrong-shape", {}, deals)).toEqual([
    'usual {"unexpected":{"feed":"deals","kind":"incremental","deals":[]}}',
  ]);
});

it("changes the levels of depth, and nothing else", () => {
  expect(sent("ambiguous")).toEqual([`usual ${JSON.stringify(asAmbiguous(update))}`]);
  expect(sent("crossed")).toEqual([`usual ${JSON.stringify(asCrossed(update, level("9")))}`]);
  expect(sent("ambiguous", {}, deals)).toEqual(["as ever deals"]);
});

it("sends long texts, of the size that is asked for", () => {
  const lengths = [sent("bomb", { bytes: 10 }), sent("oversize", { bytes: 20 }), sent("bomb"), sent("oversize")];
  expect(lengths.slice(0, 2)).toEqual([
    ['compressed {"filling":"0000000000"}'],
    [`plain {"filling":"${"0".repeat(20)}"}`],
  ]);
  const overhead = 'compressed {"filling":""}'.length;
  expect(lengths.slice(2).map(([text = ""]) => text.length)).toEqual([
    8_388_608 + overhead,
    307_200 + overhead - "compressed".length + "plain".length,
  ]);
});

describe("harm to a body", () => {
  const body = Uint8Array.from({ length: 40 }, (_, i) => i);

  it("flips bits behind the header, so many as asked for", () => {
    const random = createRandomState(1, "spec");
    for (let i = 0; i < 200; i += 1) {
      const changed = flipBits(body, 1, random).map((byte, at) => byte ^ (body[at] ?? 0));
      expect(changed.slice(0, 10).every((byte) => byte === 0)).toBe(true);
      const flipped = [...changed].filter((byte) => byte !== 0);
      expect([1, 2, 4, 8, 16, 32, 64, 128]).toContain(flipped[0]);
      expect(flipped.length).toBe(1);
    }
    expect([...flipBits(Uint8Array.of(5), 1, random)]).not.toEqual([5]);
  });

  it("flips every bit of every byte behind the header sooner or later", () => {
    const random = createRandomState(1, "spec");
    const seen = new Set<string>();
    for (let i = 0; i < 3000; i += 1) {
      flipBits(body, 1, random).forEach((byte, at) => {
        if (byte !== body[at]) {
          seen.add(`${at} ${byte ^ (body[at] ?? 0)}`);
        }
      });
    }
    expect(seen.size).toBe(30 * 8);
  });

  it("leaves neither nothing nor everything where no size is asked for", () => {
    const random = createRandomState(1, "spec");
    const sizes = Array.from({ length: 500 }, () => truncate(body, undefined, random).length);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 39]);
    expect(truncate(body, 0, random).length).toBe(0);
    expect([...truncate(body, 3, random)]).toEqual([0, 1, 2]);
  });
});

describe("harm to a message", () => {
  const deletes: DepthMessage = { ...update, set: none };

  it("puts one price into add and del", () => {
    expect(asAmbiguous(update)).toEqual({ ...update, delete: { asks: [level("4"), level("3")], bids: [] } });
    expect(asAmbiguous(deletes)).toEqual({ ...deletes, set: { asks: [level("3")], bids: [] } });
    const bids: DepthMessage = { ...deletes, set: { asks: [], bids: [level("2")] }, delete: none };
    expect(asAmbiguous(bids)).toEqual({ ...bids, delete: { asks: [], bids: [level("2")] } });
    const empty: DepthMessage = { ...update, set: none, delete: none };
    expect(asAmbiguous(empty)).toBe(empty);
    expect(asAmbiguous(snapshot)).toBe(snapshot);
  });

  it("puts a bid at the best ask's price", () => {
    expect(asCrossed(snapshot, level("3"))).toEqual({ ...snapshot, bids: [level("3"), level("2")] });
    expect(asCrossed(update, level("3"))).toEqual({ ...update, set: { asks: [level("4")], bids: [level("3")] } });
    expect(asCrossed(update, undefined)).toBe(update);
  });

  it("names another pair, once", () => {
    expect(withWrongPair('{"pair":"A","x":{"pair":"B"}}')).toBe('{"pair":"4OTHER_USDT","x":{"pair":"B"}}');
    expect(withWrongPair('{"pair":""}')).toBe('{"pair":"4OTHER_USDT"}');
    expect(withWrongPair('{"x":1}')).toBe('{"x":1}');
  });

  it.each([
    ["depth", '{"add":{},"del":{}}', '{"add":"none","unexpected":{},"del":{}}'],
    ["depth", '{"asks":[]}', '{"add":"none","unexpected":[]}'],
    ["deals", '{"topic":"a","d":[]}', '{"topic":"a","d":"none","unexpected":[]}'],
    ["deals", '{"x":{"topic":"a","d":1}}', '{"unexpected":{"x":{"topic":"a","d":1}}}'],
    ["kline", "[1]", '{"unexpected":[1]}'],
  ] as const)("gives %s another shape: %s", (feed, text, changed) => {
    expect(withWrongShape(text, feed)).toBe(changed);
  });
});
