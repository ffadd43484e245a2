import {
  createPureInflate,
  createWasmInflate,
  type DepthScanner,
  scannerFor,
  TextScanner,
} from "@depthwire/book/internal";
import type { Inflate } from "@depthwire/core";
import {
  createChannelParser,
  createFrameBody,
  type DepthChannel,
  DepthSink,
  decodeFrame,
  decodePrefixEvent,
  decodePrefixMessage,
  type FrameBody,
  type PrefixMessage,
  readDepth,
} from "@depthwire/core/internal";
import { prefixProtocolChannels } from "@depthwire/schema/internal";
import { type Attempt, attempt } from "../attempt.js";
import { once, pick } from "../generate/bytes.js";
import { depthMessage, depthWords } from "../generate/depth-text.js";
import { frameOf, fuzzLimits, mutateFrame, openFrame, plainFrame, utf8 } from "../generate/frames.js";
import type { JudgedDepth } from "../judge/depth.js";
import { judgeFrame } from "../judge/frame.js";
import { judgeJson } from "../judge/json.js";
import { judgePrefixDepth } from "../judge/prefix-depth.js";
import type { Finding, FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";
import { compareDepth, depthInSink, fuzzChannel, levelCapacity, resetScales } from "./depth-subject.js";
import { prefixMessages } from "./sample-messages.js";

/** Frames of protocol A to depth in columns and to events: the general path, both scanners and both inflaters against the judge. */
export const framesTarget: FuzzTarget = { name: "frames", share: 20, open: async () => openFrames() };

const parseChannel = createChannelParser(prefixProtocolChannels, "");

function openFrames(): OpenTarget {
  const inflates = { pure: createPureInflate(fuzzLimits), wasm: createWasmInflate(fuzzLimits) };
  const scanners = { plain: new TextScanner(levelCapacity), wasm: scannerFor(inflates.wasm, levelCapacity) };
  const channels = { general: fuzzChannel(), plain: fuzzChannel(), wasm: fuzzChannel() };
  scanners.plain.add(channels.plain);
  scanners.wasm.add(channels.wasm);
  const parts: Parts = { inflates, scanners, channels, sink: new DepthSink(levelCapacity) };
  return {
    seeds: prefixMessages.map((text) => plainFrame(utf8(text))),
    patience: { ms: 30, usPerByte: 20 },
    generate: (random) => {
      const kind = pick(random, ["snapshot", "update"] as const);
      const wishes = {
        protocol: "prefix",
        kind,
        seq: Math.floor(random() * 2 ** 40),
        updatedAtMs: 1_000,
        maxLevels: 20,
      } as const;
      return frameOf(utf8(once(random, 4) ? pick(random, prefixMessages) : depthMessage(wishes, random)), random);
    },
    mutate: (input, random) => mutateFrame(input, random, depthWords),
    inner: { open: openFrame, close: plainFrame },
    run: (input) => runFrame(parts, input),
  };
}

interface Parts {
  readonly inflates: Readonly<Record<"pure" | "wasm", Inflate>>;
  readonly scanners: Readonly<Record<"plain" | "wasm", DepthScanner>>;
  readonly channels: Readonly<Record<"general" | "plain" | "wasm", DepthChannel>>;
  readonly sink: DepthSink;
}

function runFrame(parts: Parts, input: Uint8Array): Judgement {
  const judged = judgeFrame(input, fuzzLimits);
  const findings: Finding[] = [];
  const features: string[] = [];
  // The WebAssembly module's own body comes last: its scanner reads the text where it lies.
  for (const name of ["pure", "wasm"] as const) {
    const found = attempt(() => decodeFrame(input, parts.inflates[name], fuzzLimits, createFrameBody()));
    findings.push(...uncaughtIn(found));
    features.push(`${name} ${endOf(found)}`);
    if (found.kind === "uncaught") {
      continue;
    }
    if ((found.kind === "taken") !== (judged.kind === "text")) {
      findings.push(
        lenient(
          `frames of ${name} and of the judge differ`,
          `${endOf(found)}, judge: ${judged.kind === "text" ? "taken" : judged.why}`,
        ),
      );
    } else if (found.kind === "taken" && judged.kind === "text") {
      const { bytes, start, end } = found.value;
      if (Buffer.compare(bytes.subarray(start, end), judged.text) !== 0) {
        findings.push(lenient(`the frame's text of ${name} is another`, `${end - start} bytes`));
      }
      findings.push(...(name === "wasm" ? readBody(parts, found.value, features) : []));
    }
  }
  return { taken: judged.kind === "text", features, findings };
}

const jsonCodes = new Set(["json-syntax", "json-too-deep", "json-duplicate-key", "text-malformed", "text-too-long"]);

/** The text of a frame, read by every reader there is. */
function readBody(parts: Parts, body: FrameBody, features: string[]): readonly Finding[] {
  const text = body.bytes.slice(body.start, body.end);
  const judged = judgeJson(text, fuzzLimits.maxInflatedBytes);
  const message = attempt(() => decodePrefixMessage(text, 0, text.length));
  const findings = uncaughtIn(message);
  features.push(`message ${endOf(message)}`);
  const isRefusedJson = message.kind === "refused" && jsonCodes.has(message.code);
  if (message.kind !== "uncaught" && (judged.kind === "refused" ? !isRefusedJson : isRefusedJson)) {
    const words = judged.kind === "refused" ? judged.why : "taken";
    findings.push(lenient("JSON of a frame and of the judge differ", `${endOf(message)}, judge: ${words}`));
    return findings;
  }
  const depth = judged.kind === "refused" ? undefined : judgePrefixDepth(judged.value, levelCapacity);
  findings.push(...readGeneral(parts, message, depth), ...scan(parts, body, depth, features));
  if (message.kind === "taken" && message.value.kind === "data") {
    const { value } = message;
    findings.push(...uncaughtIn(attempt(() => decodePrefixEvent(value, parseChannel))));
  }
  return findings;
}

function readGeneral(
  { channels, sink }: Parts,
  message: Attempt<PrefixMessage>,
  judged: JudgedDepth | undefined,
): readonly Finding[] {
  if (judged === undefined || message.kind === "uncaught") {
    return [];
  }
  const { general } = channels;
  resetScales(general);
  const read = attempt((): JudgedDepth => {
    if (message.kind === "refused") {
      throw message.error;
    }
    const { value } = message;
    if (value.kind === "data") {
      const first = readDepth(value, general, sink);
      if (first.kind !== "done") {
        Object.assign(general, { priceScale: first.priceScale, quantityScale: first.quantityScale });
        readDepth(value, general, sink);
      }
    }
    return depthInSink(sink, general);
  });
  if (read.kind === "uncaught") {
    return [read.finding];
  }
  const found: JudgedDepth = read.kind === "taken" ? read.value : { kind: "refused", why: read.code };
  return compareDepth("the general reader", found, judged);
}

/** A scanner may leave a message to the general reader, but what it takes it must read as the judge does. */
function scan(
  { scanners, channels }: Parts,
  body: FrameBody,
  judged: JudgedDepth | undefined,
  features: string[],
): readonly Finding[] {
  return (["plain", "wasm"] as const).flatMap((name) => {
    const scanner = scanners[name];
    const found = attempt(() => scanner.scan(body));
    if (found.kind !== "taken") {
      return uncaughtIn(found);
    }
    features.push(`${name} ${found.value === undefined ? "left" : "scanned"} ${scanner.sink.counts.join(" ")}`);
    if (found.value === undefined) {
      return [];
    }
    const wanted: JudgedDepth = judged ?? { kind: "refused", why: "no message of the channel" };
    return compareDepth(`the ${name} scanner`, depthInSink(scanner.sink, channels[name]), wanted);
  });
}
