import { unzipSync } from "node:zlib";
import { Credential, defaultFrameLimits, type Inflate } from "@depthwire/core";
import {
  type ChannelClientMessage,
  createChannelParser,
  decodeChannelClientMessage,
  decodeChannelEvent,
  decodeChannelMessage,
  decodeClientMessage,
  decodePrefixEvent,
  decodePrefixMessage,
  encodeChannelLogin,
  encodeChannelSubscribe,
  encodeChannelUnsubscribe,
  encodeLogin,
  encodeLogout,
  encodePing,
  encodePong,
  encodePrefixData,
  encodePrefixDeal,
  encodePrefixDealList,
  encodePrefixKlines,
  encodePrefixTicker,
  encodePrivateEvent,
  encodeSubscribe,
  encodeUnsubscribe,
  type PrefixClientMessage,
  type PushEvent,
  prefixDepthCodec,
} from "@depthwire/core/internal";
import { channelProtocolChannels, type PrefixDepth, prefixProtocolChannels } from "@depthwire/schema/internal";
import { describe, expect, test } from "vitest";
import { loadMessageVectors } from "./load-vectors.js";

const { credential: parts, events, controls, requests } = loadMessageVectors();
const { serviceName } = parts;
const credential = new Credential(parts);
const parsePrefixChannel = createChannelParser(prefixProtocolChannels, serviceName);
const parseChannel = createChannelParser(channelProtocolChannels, serviceName);
const utf8 = new TextEncoder();

/** An inflater that asks node's zlib. */
function nodeInflate(): Inflate {
  let output = new Uint8Array(0);
  return {
    get output() {
      return output;
    },
    inflate: (source, start, end) => {
      output = new Uint8Array(unzipSync(source.subarray(start, end)));
      return output.length;
    },
  };
}

function prefixMessage(text: string): ReturnType<typeof decodePrefixMessage> {
  const bytes = utf8.encode(text);
  return decodePrefixMessage(bytes, 0, bytes.length);
}

function channelMessages(text: string): ReturnType<typeof decodeChannelMessage> {
  return decodeChannelMessage(utf8.encode(text), nodeInflate(), defaultFrameLimits);
}

/** The text that core writes for an event of protocol A. */
function writeEvent(channel: string, event: PushEvent): string {
  switch (event.kind) {
    case "klines":
      return encodePrefixKlines(channel, event.dataKind, event.klines);
    case "deals": {
      const [deal] = event.deals;
      return event.dataKind === "incremental" && deal !== undefined
        ? encodePrefixDeal(channel, deal)
        : encodePrefixDealList(channel, event.pair, event.deals);
    }
    case "ticker":
      return encodePrefixTicker(
        channel,
        "full",
        event.ticker,
        event.order === "undecided" ? "documented" : event.order,
      );
    case "depth": {
      const payload = prefixDepthCodec.encode(event.depth as PrefixDepth);
      return encodePrefixData({ channel, dataKind: event.dataKind, payload });
    }
    case "private":
      return encodePrivateEvent(event.userId ?? "", event.event);
  }
}

function writePrefixRequest(message: PrefixClientMessage): string {
  switch (message.kind) {
    case "subscribe":
      return encodeSubscribe(message.channel);
    case "unsubscribe":
      return encodeUnsubscribe(message.channel);
    case "login":
      return encodeLogin(credential);
    case "logout":
      return encodeLogout(credential);
    case "ping":
      return encodePing(message.ms);
    case "pong":
      return encodePong(message.ms);
  }
}

function writeChannelRequest(message: ChannelClientMessage): string {
  switch (message.kind) {
    case "subscribe": {
      const parts = parseChannel(message.channel);
      const grammar = Object.values(channelProtocolChannels).find(({ kind }) => kind === parts?.kind);
      if (parts === undefined || grammar === undefined) {
        throw new Error(`no channel ${message.channel}`);
      }
      return encodeChannelSubscribe(grammar, { ...parts, serviceName });
    }
    case "unsubscribe":
      return encodeChannelUnsubscribe(message.channel);
    case "login":
      return encodeChannelLogin(credential, serviceName);
    case "ping":
      return encodePing(message.ms);
    case "pong":
      return encodePong(message.ms);
  }
}

describe("what channels push", () => {
  test.each(events.map((vector) => [vector.id, vector] as const))("vector %s", (_id, vector) => {
    if (vector.protocol === "channel") {
      const decoded = channelMessages(vector.text).map((message) => {
        expect(message.kind).toBe("data");
        return message.kind === "data" ? decodeChannelEvent(message, parseChannel) : undefined;
      });
      expect(decoded).toEqual(vector.events);
      return;
    }
    const message = prefixMessage(vector.text);
    if (message.kind !== "data") {
      throw new Error(`no data: ${message.kind}`);
    }
    expect(decodePrefixEvent(message, parsePrefixChannel)).toEqual(vector.event);
    if (vector.sent === true) {
      expect(writeEvent(message.channel, vector.event)).toBe(vector.text);
    }
  });
});

describe("what the venue says besides", () => {
  test.each(controls.map((vector) => [vector.id, vector] as const))("vector %s", (_id, { protocol, text, message }) => {
    const decoded = protocol === "prefix" ? [prefixMessage(text)] : channelMessages(text);
    expect(decoded).toEqual([message]);
  });
});

describe("what clients ask for", () => {
  test.each(requests.map((vector) => [vector.id, vector] as const))("vector %s", (_id, vector) => {
    if (vector.protocol === "prefix") {
      expect(decodeClientMessage(vector.text)).toEqual(vector.message);
      if (vector.sent === true) {
        expect(writePrefixRequest(vector.message)).toBe(vector.text);
      }
    } else {
      expect(decodeChannelClientMessage(vector.text)).toEqual(vector.message);
      if (vector.sent === true) {
        expect(writeChannelRequest(vector.message)).toBe(vector.text);
      }
    }
  });
});
