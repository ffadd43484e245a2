import { encodeSubscribe, encodeUnsubscribe } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { segmentOf, specHeader } from "../replay/segment.spec-kit.js";
import { recordedChannels } from "./recorded-channels.js";
import type { RecordingEntry } from "./recording-entry.js";
import { segmentName } from "./recording-index.js";

const at = { connection: 1, elapsedNs: 1, epochMs: specHeader.startedEpochMs };

function storeOf(...segments: readonly (readonly RecordingEntry[])[]): MemoryStore {
  const store = new MemoryStore();
  for (const [place, entries] of segments.entries()) {
    const header = { ...specHeader, sequence: place + 1 };
    store.files.set(segmentName(place + 1), segmentOf([[header, ...entries]]).bytes);
  }
  return store;
}

test("a recording's channels are those that stood when it began, and those that its first segment subscribed to, each once", async () => {
  const store = storeOf(
    [
      {
        kind: "connection",
        connection: 1,
        address: "ws://venue",
        phase: "open",
        access: "public",
        channels: ["4BTC_USDT_depth"],
      },
      { kind: "outbound", ...at, text: encodeSubscribe("4BTC_USDT_depth") },
      { kind: "outbound", ...at, text: encodeSubscribe("4ETH_USDT_deals") },
      { kind: "outbound", ...at, text: '{"event":"addChannel","channel":"desk_sub_spot_4XRP_USDT_depth"}' },
      { kind: "outbound", ...at, text: encodeUnsubscribe("4SOL_USDT_depth") },
      { kind: "outbound", ...at, text: '{"ping":1}' },
      { kind: "inbound", ...at, frame: new TextEncoder().encode(encodeSubscribe("4ADA_USDT_depth")) },
      { kind: "outbound", ...at, text: encodeSubscribe("no channel at all") },
    ],
    [{ kind: "outbound", ...at, text: encodeSubscribe("4DOT_USDT_depth") }],
  );
  expect(
    (await recordedChannels(store)).map(({ pair, kind, protocol, serviceName }) => [pair, kind, protocol, serviceName]),
  ).toEqual([
    ["4BTC_USDT", "depth", "prefix", "svc"],
    ["4ETH_USDT", "deals", "prefix", "svc"],
    ["4XRP_USDT", "depth", "channel", "desk"],
  ]);
});

test("a recording of which not even a header was written has none, and no recording is refused", async () => {
  const store = new MemoryStore();
  await expect(recordedChannels(store)).rejects.toMatchObject({ code: "recording-absent" });
  store.files.set(segmentName(1), new Uint8Array(0));
  expect(await recordedChannels(store)).toEqual([]);
});
