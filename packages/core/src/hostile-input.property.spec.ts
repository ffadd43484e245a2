import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBatchCommands, decodeBatchForm } from "./batch-query/decode-request.js";
import { encodeUtf8 } from "./bytes/utf8.js";
import { decodeChannelClientMessage } from "./channel-protocol/client-message.js";
import { decodeChannelMessage } from "./channel-protocol/message.js";
import { createDepthChannel } from "./depth/depth-channel.js";
import { DepthSink } from "./depth/depth-sink.js";
import { readChannelDepth, readDepth } from "./depth/read-depth.js";
import { DepthwireError } from "./error/depthwire-error.js";
import { ProtocolError } from "./error/protocol-error.js";
import { createChannelParser } from "./names/channel-parts.js";
import type { Inflate } from "./ports/inflate.js";
import { decodeClientMessage } from "./prefix-protocol/client-message.js";
import { createFrameBody, decodeFrame, defaultFrameLimits } from "./prefix-protocol/frame.js";
import { decodePrefixMessage } from "./prefix-protocol/message.js";
import { decodeChannelEvent, decodePrefixEvent } from "./push-event.js";

const parsePrefixChannel = createChannelParser(prefixProtocolChannels, "svc");
const parseChannel = createChannelParser(channelProtocolChannels, "svc");
const channel = createDepthChannel("4BTC_USDT", { priceScale: 2, quantityScale: 3 }, 0);

/** Hands the bytes through: what is inside counts here, not how it was packed. */
const passing: Inflate = {
  output: new Uint8Array(8192),
  inflate(source, start, end, maxInflatedBytes) {
    if (end - start > Math.min(maxInflatedBytes, 8192)) {
      throw new ProtocolError("frame-too-large", { limit: maxInflatedBytes, stage: "inflated" });
    }
    this.output.set(source.subarray(start, end));
    return end - start;
  },
};

function receivePrefix(frame: Uint8Array): void {
  const { bytes, start, end } = decodeFrame(frame, passing, defaultFrameLimits, createFrameBody());
  const message = decodePrefixMessage(bytes, start, end);
  if (message.kind === "data") {
    readDepth(message, channel, new DepthSink(4));
    decodePrefixEvent(message, parsePrefixChannel);
  }
}

function receiveChannel(frame: Uint8Array): void {
  for (const message of decodeChannelMessage(frame, passing, defaultFrameLimits)) {
    if (message.kind === "data") {
      readChannelDepth(message, channel, new DepthSink(4));
      decodeChannelEvent(message, parseChannel);
    }
  }
}

const seeds = [
  '0{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"asks":[["1.5","2"]],"bids":null}}',
  '1{"topic":"4BTC_USDT_ticker","t":1,"d":["4BTC_USDT","1","2","3","4","5","6","7","8","9","1","-2%","3","3"]}',
  '{"channel":"x","error":{"code":"3009","msg":"m"}}',
  '[{"channel":"svc_sub_spot_4BTC_USDT_depth","binary":0,"data_type":0,"data":{"pair":"4BTC_USDT","update_time":5,"asks":[{"volume":"1","price":"2"}]}}]',
  '[{"channel":"c","binary":1,"data_type":0,"data":"e30="}]',
  '{"event":"addChannel","sub":"4BTC_USDT_depth"}',
  '{"apikey":"k","sign":"s","sub":"ALL_ALL_login"}',
  "cmds=%5B%7B%22cmd%22%3A%22a%22%2C%22body%22%3A%7B%7D%2C%22index%22%3A1%7D%5D&apikey=k&sign=s",
  '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]',
];

/** Valid messages with a few bytes changed, put in or left out, and now and then anything at all. */
const hostile = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...seeds.map((seed) => encodeUtf8(seed))),
        fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 2 }), fc.uint8Array({ maxLength: 3 })), { maxLength: 3 }),
      )
      .map(([seed, edits]) =>
        edits.reduce((bytes, [place, removed, added]) => {
          const at = place % bytes.length;
          return Uint8Array.of(...bytes.subarray(0, at), ...added, ...bytes.subarray(at + removed), 0x20);
        }, seed),
      ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
);

const counts = { read: 0, refused: 0 };

describe("no decoder throws anything but the typed error", () => {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
  it.each<[string, (bytes: Uint8Array) => unknown]>([
    ["frames and events of protocol A", receivePrefix],
    ["messages and events of protocol B", receiveChannel],
    ["client messages of protocol A", (bytes) => decodeClientMessage(text(bytes))],
    ["client messages of protocol B", (bytes) => decodeChannelClientMessage(text(bytes))],
    ["batch forms", (bytes) => decodeBatchCommands(decodeBatchForm(text(bytes)).commands)],
    ["batch commands", (bytes) => decodeBatchCommands(text(bytes))],
  ])("%s", (_name, decode) => {
    fc.assert(
      fc.property(hostile, (bytes) => {
        try {
          decode(bytes);
          counts.read += 1;
        } catch (error) {
          counts.refused += 1;
          expect(error).toBeInstanceOf(DepthwireError);
          // Whoever reads it is told what was expected.
          expect(JSON.parse(JSON.stringify(error)).details).not.toMatchObject({ expected: "" });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("both ways out were taken often", () => {
    expect(counts.read).toBeGreaterThan(300);
    expect(counts.refused).toBeGreaterThan(3000);
  });
});
