import { createPureInflate, createWasmInflate } from "@depthwire/book/internal";
import type { Inflate, Random } from "@depthwire/core";
import {
  type ChannelServerMessage,
  createChannelParser,
  type DepthChannel,
  DepthSink,
  decodeChannelEvent,
  decodeChannelMessage,
  readChannelDepth,
} from "@depthwire/core/internal";
import { channelProtocolChannels } from "@depthwire/schema/internal";
import { type Attempt, attempt } from "../attempt.js";
import { once, pick } from "../generate/bytes.js";
import { pack } from "../generate/deflate.js";
import { depthMessage, depthWords, fuzzPair } from "../generate/depth-text.js";
import { fuzzLimits, mutateFrame, textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import { channelDialect, type JudgedDepth, judgeDepth } from "../judge/depth.js";
import { enumerated, hasOwn, judgeJson, ownValue } from "../judge/json.js";
import { judgeStream } from "../judge/zlib.js";
import type { Finding, FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";
import { compareDepth, depthInSink, fuzzChannel, levelCapacity, resetScales } from "./depth-subject.js";
import { channelMessages } from "./sample-messages.js";

/** Messages of protocol B, with payloads in base64 of zlib or gzip, to depth and to events. */
export const channelMessagesTarget: FuzzTarget = {
  name: "channel-messages",
  share: 12,
  open: async () => openChannelMessages(),
};

const channelText = `svc_sub_spot_${fuzzPair}_depth`;
const parseChannel = createChannelParser(channelProtocolChannels, "svc");

interface Parts {
  readonly inflates: Readonly<Record<"pure" | "wasm", Inflate>>;
  readonly channel: DepthChannel;
  readonly sink: DepthSink;
}

function openChannelMessages(): OpenTarget {
  const inflates = { pure: createPureInflate(fuzzLimits), wasm: createWasmInflate(fuzzLimits) };
  const parts: Parts = { inflates, channel: fuzzChannel(channelText), sink: new DepthSink(levelCapacity) };
  return {
    seeds: channelMessages.map(utf8),
    patience: { ms: 30, usPerByte: 20 },
    generate: (random) => {
      const kind = pick(random, ["snapshot", "update"] as const);
      const wishes = { protocol: "channel", kind, seq: 5, updatedAtMs: 1_000, maxLevels: 12 } as const;
      const text = once(random, 4) ? pick(random, channelMessages) : depthMessage(wishes, random);
      return utf8(once(random, 2) ? text : packed(text, random));
    },
    mutate: (input, random) => {
      const text = textOf(input);
      return utf8(
        once(random, 3)
          ? packed(text, random)
          : once(random, 3)
            ? damagedInside(text, random)
            : mutateJson(text, random, depthWords),
      );
    },
    run: (input) => runMessage(parts, input),
  };
}

/** The message with its first plain payload compressed. */
function packed(text: string, random: Random): string {
  return text.replace(/"binary":0(.*?)"data":(\{.*\})(?=\}\]?$)/su, (_whole, between: string, payload: string) => {
    return `"binary":1${between}"data":"${Buffer.from(pack(utf8(payload), random)).toString("base64")}"`;
  });
}

/** The message with a compressed payload changed inside: its text packed anew, or its bytes damaged. */
function damagedInside(text: string, random: Random): string {
  return text.replace(/"data":"([A-Za-z0-9+/=]*)"/u, (_whole, base64: string) => {
    const frame = Buffer.concat([Buffer.of(0x31), Buffer.from(base64, "base64")]);
    return `"data":"${Buffer.from(mutateFrame(frame, random, depthWords).subarray(1)).toString("base64")}"`;
  });
}

/** One channel's message as the judge reads it. */
interface JudgedEntry {
  readonly channel: unknown;
  readonly dataKind: string;
  readonly payload: unknown;
}

/** The entries of a message; undefined where it must be refused; `other` for what is no channel's message. */
function judgeMessage(input: Uint8Array): readonly JudgedEntry[] | "other" | undefined {
  if (input.length > fuzzLimits.maxFrameBytes) {
    return undefined;
  }
  const json = judgeJson(input, fuzzLimits.maxFrameBytes);
  if (json.kind === "refused") {
    return undefined;
  }
  const { value } = json;
  if (!Array.isArray(value) && ["error", "ping", "pong"].some((key) => hasOwn(value, key))) {
    return "other";
  }
  const entries: JudgedEntry[] = [];
  let left: number = fuzzLimits.maxInflatedBytes;
  for (const wire of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const channel = ownValue(wire, "channel");
    const dataKind = enumerated(ownValue(wire, "data_type"));
    const isSound =
      typeof channel === "string" && dataKind !== undefined && enumerated(ownValue(wire, "binary")) !== undefined;
    if (!isSound || !hasOwn(wire, "data")) {
      return undefined;
    }
    const unpacked = unpack(ownValue(wire, "data"), left);
    if (unpacked === undefined) {
      return undefined;
    }
    left -= unpacked.bytes;
    const isAcknowledgement = channel.endsWith("ALL_ALL_login") && hasOwn(unpacked.payload, "result");
    if (isAcknowledgement && typeof ownValue(unpacked.payload, "result") !== "string") {
      return undefined;
    }
    entries.push({ channel, dataKind, payload: unpacked.payload });
  }
  return entries;
}

function unpack(data: unknown, left: number): { readonly payload: unknown; readonly bytes: number } | undefined {
  if (typeof data !== "string") {
    return { payload: data, bytes: 0 };
  }
  const stream = Buffer.from(data, "base64");
  const text = stream.toString("base64") === data ? judgeStream(stream, left) : undefined;
  const json = text?.kind === "text" ? judgeJson(text.text, left) : undefined;
  return json?.kind === "value" && text?.kind === "text" ? { payload: json.value, bytes: text.text.length } : undefined;
}

function runMessage({ inflates, channel, sink }: Parts, input: Uint8Array): Judgement {
  const judged = judgeMessage(input);
  const findings: Finding[] = [];
  const features: string[] = [];
  for (const name of ["pure", "wasm"] as const) {
    const found = attempt(() => decodeChannelMessage(input, inflates[name], fuzzLimits));
    findings.push(...uncaughtIn(found));
    features.push(`${name} ${endOf(found)}`);
    if (found.kind === "uncaught" || judged === "other") {
      continue;
    }
    if ((found.kind === "taken") !== (judged !== undefined)) {
      findings.push(
        lenient(
          `messages of protocol B: ${name} and the judge differ`,
          `${endOf(found)}, judge: ${judged === undefined ? "refused" : "taken"}`,
        ),
      );
    } else if (found.kind === "taken" && judged !== undefined && name === "pure") {
      findings.push(...found.value.flatMap((message, at) => readMessage({ channel, sink }, message, judged[at])));
    }
  }
  return { taken: judged !== undefined, features, findings };
}

function readMessage(
  { channel, sink }: Pick<Parts, "channel" | "sink">,
  message: ChannelServerMessage,
  judged: JudgedEntry | undefined,
): readonly Finding[] {
  if (message.kind !== "data") {
    return [];
  }
  const findings = uncaughtIn(attempt(() => decodeChannelEvent(message, parseChannel)));
  if (judged === undefined || message.channel !== channelText) {
    return findings;
  }
  resetScales(channel);
  const read: Attempt<JudgedDepth> = attempt(() => {
    const first = readChannelDepth(message, channel, sink);
    if (first.kind !== "done") {
      Object.assign(channel, { priceScale: first.priceScale, quantityScale: first.quantityScale });
      readChannelDepth(message, channel, sink);
    }
    return depthInSink(sink, channel);
  });
  if (read.kind === "uncaught") {
    return [...findings, read.finding];
  }
  const wishes = { pair: fuzzPair, isIncremental: judged.dataKind === "1", capacity: levelCapacity };
  const found: JudgedDepth = read.kind === "taken" ? read.value : { kind: "refused", why: read.code };
  return [
    ...findings,
    ...compareDepth("protocol B's reader", found, judgeDepth(judged.payload, channelDialect, wishes)),
  ];
}
