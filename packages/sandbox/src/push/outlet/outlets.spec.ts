import { deflateSync } from "node:zlib";
import type { EncodedFrame, OwnBytes } from "@depthwire/core/internal";
import { describe, expect, it } from "vitest";
import { type Profile, profileRules } from "../../profile.js";
import type { Feed, FeedMessage } from "../feed.js";
import { FrameWriter } from "../frame-writer.js";
import { ChannelOutlet } from "./channel-outlet.js";
import { audienceKey } from "./outlet.js";
import { PrefixOutlet } from "./prefix-outlet.js";

const pair = "4BTC_USDT";
const feedOf = (kind: Feed["kind"], period = ""): Feed => ({ kind, pair, period });
const compress = (bytes: Uint8Array): OwnBytes => Uint8Array.from(deflateSync(bytes));

function textOf({ data }: EncodedFrame): string {
  return new TextDecoder().decode(data);
}

function prefix(profile: Profile, plainBelow = 10_000): PrefixOutlet {
  const rules = profileRules[profile];
  return new PrefixOutlet(new FrameWriter(rules, compress, plainBelow), rules);
}

function channel(profile: Profile, binary = false): ChannelOutlet {
  return new ChannelOutlet({ serviceName: "abc", rules: profileRules[profile], compress, binary });
}

const level = { price: "100.5", quantity: "2" };
const snapshot: FeedMessage = {
  feed: "depth",
  message: { kind: "snapshot", pair, seq: 7, updatedAtMs: 1_700_000_000_000, asks: [level], bids: [] },
};
const update: FeedMessage = {
  feed: "depth",
  message: {
    kind: "update",
    pair,
    seq: 8,
    updatedAtMs: 1_700_000_000_100,
    set: { asks: [], bids: [level] },
    delete: { asks: [level], bids: [] },
  },
};

describe("protocol A", () => {
  it("writes depth as rows", () => {
    const outlet = prefix("documented");
    expect(JSON.parse(outlet.text(feedOf("depth"), snapshot))).toEqual({
      topic: `${pair}_depth`,
      t: 0,
      d: { pair, ut: 1_700_000_000_000, seq: 7, asks: [["2", "100.5"]], bids: [] },
    });
    expect(JSON.parse(outlet.text(feedOf("depth"), update))).toEqual({
      topic: `${pair}_depth`,
      t: 1,
      d: {
        pair,
        ut: 1_700_000_000_100,
        seq: 8,
        add: { asks: null, bids: [["2", "100.5"]] },
        del: { asks: [["2", "100.5"]], bids: null },
      },
    });
  });

  it("packs messages as the profile does, or as a fault wants it", () => {
    const documented = prefix("documented", 5);
    const plain = textOf(documented.frame(feedOf("depth"), snapshot, "[1]", "usual"));
    expect(plain.slice(1)).toBe("[1]");
    const { data } = documented.frame(feedOf("depth"), snapshot, "[1,2]", "usual");
    expect(Buffer.from(data).subarray(1)).toEqual(Buffer.from(compress(new TextEncoder().encode("[1,2]"))));
    expect(textOf(documented.frame(feedOf("depth"), snapshot, "[1,2]", "plain")).slice(1)).toBe("[1,2]");
    expect(documented.frame(feedOf("depth"), snapshot, "[1]", "compressed").data.length).toBeGreaterThan(5);
    const deployed = prefix("deployed");
    expect(textOf(deployed.frame(feedOf("depth"), snapshot, "[1]", "usual")).slice(1)).toBe("[1]\n");
    // Deployments compress what is private, however short.
    expect(textOf(deployed.frame(feedOf("private"), snapshot, "[1]", "usual"))).not.toContain("[1]");
    expect(textOf(documented.frame(feedOf("private"), snapshot, "[1]", "usual"))).toContain("[1]");
  });

  it("harms the body behind its marker, and nothing else", () => {
    const outlet = prefix("documented");
    const whole = outlet.frame(feedOf("depth"), snapshot, "[1]", "compressed");
    const harmed = outlet.harmed(feedOf("depth"), snapshot, "[1]", (body) => body.slice(0, 3));
    expect([...harmed.data]).toEqual([...whole.data.subarray(0, 4)]);
    expect(harmed.binary).toBe(whole.binary);
  });
});

describe("protocol B", () => {
  const entryOf = (frame: EncodedFrame): Record<string, unknown> =>
    (JSON.parse(textOf(frame)) as Record<string, unknown>[])[0] ?? {};
  const written = (outlet: ChannelOutlet, kind: Feed["kind"], message: FeedMessage): Record<string, unknown> =>
    entryOf(outlet.frame(feedOf(kind), message, outlet.text(feedOf(kind), message), "usual"));

  it("writes depth as entries, both sides of every change null or a list", () => {
    const levels = [{ volume: "2", price: "100.5" }];
    expect(written(channel("documented"), "depth", snapshot)).toMatchObject({
      channel: `abc_sub_spot_${pair}_depth`,
      binary: 0,
      data_type: 0,
      data: { pair, seq: 7, asks: levels },
    });
    expect(written(channel("documented"), "depth", update)).toMatchObject({
      data_type: 1,
      data: {
        seq: 8,
        add: { asks: null, bids: levels },
        del: { asks: levels, bids: null },
        mod: { asks: null, bids: null },
      },
    });
  });

  it("leaves seq out of full depth where deployments do", () => {
    expect(channel("deployed").text(feedOf("depth"), snapshot)).not.toContain('"seq"');
    expect(channel("deployed").text(feedOf("depth"), update)).toContain('"seq"');
    expect(channel("documented").text(feedOf("depth"), snapshot)).toContain('"seq"');
  });

  it.each<[Profile, boolean, Feed["kind"], number]>([
    ["documented", false, "depth", 0],
    ["documented", true, "depth", 1],
    ["documented", true, "kline", 1],
    ["deployed", false, "depth", 1],
    ["deployed", false, "deals", 1],
    ["deployed", false, "kline", 0],
  ])("compresses by profile (%s), wish (%s) and channel (%s): %i", (profile, binary, kind, compressed) => {
    const message: FeedMessage =
      kind === "depth"
        ? snapshot
        : kind === "deals"
          ? { feed: "deals", kind: "full", deals: [] }
          : { feed: "kline", kind: "full", klines: [] };
    expect(written(channel(profile, binary), kind, message)["binary"]).toBe(compressed);
  });

  it("packs otherwise where a fault wants it, and harms the compressed body", () => {
    const outlet = channel("documented", true);
    const plain = entryOf(outlet.frame(feedOf("depth"), snapshot, '{"$&":1}', "plain"));
    expect(plain).toMatchObject({ binary: 0, data: { "$&": 1 } });
    const packed = entryOf(channel("documented").frame(feedOf("depth"), snapshot, "[1]", "compressed"));
    const body = Buffer.from(String(packed["data"]), "base64");
    expect(body).toEqual(Buffer.from(compress(new TextEncoder().encode("[1]"))));
    const harmed = entryOf(outlet.harmed(feedOf("depth"), snapshot, "[1]", (bytes) => bytes.slice(0, 3)));
    expect(Buffer.from(String(harmed["data"]), "base64")).toEqual(body.subarray(0, 3));
  });

  it("has names that tell its audiences from each other, and from protocol A's", () => {
    const outlets = [channel("documented"), channel("documented", true), prefix("documented")];
    expect(outlets.map((outlet) => audienceKey(outlet, feedOf("depth")).split(" ")[0])).toEqual([
      "channel",
      "channel-binary",
      "prefix",
    ]);
  });
});
