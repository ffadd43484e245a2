import { decodeSegment } from "@depthwire/recording";
import { decodeIndex, type RecordingEntry, SegmentReader, streamSegment } from "@depthwire/recording/internal";
import { type Attempt, attempt, attemptLater } from "../attempt.js";
import { damageBytes, once, pick } from "../generate/bytes.js";
import { mutateChunks } from "../generate/chunks.js";
import { fuzzLimits } from "../generate/frames.js";
import { type FileVersion, fileOf, messagePack, payloadsOf, segmentPayloads, versionOf } from "../generate/segment.js";
import { judgeBlocks } from "../judge/segment.js";
import type { Finding, FuzzTarget, Judgement } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";

const maxFileBytes = 32_768;
/** So small that entries cross windows. */
const windowBytes = 256;

/** Files of recordings: segments read whole, in windows and played through, and indexes. */
export const segmentsTarget: FuzzTarget = {
  name: "segments",
  share: 2,
  open: async () => ({
    seeds: [fileOf(1, [messagePack([["00000001.dwrec", 1, "run", 1_600_000_000_000, 1_600_000_000_001, 64, 3]])])],
    patience: { ms: 120, usPerByte: 60 },
    generate: (random) => {
      const version = pick<FileVersion>(random, [1, 2, 2]);
      return fileOf(version, segmentPayloads(version, random));
    },
    mutate: (input, random) => {
      if (once(random, 4)) {
        return damageBytes(input, random, maxFileBytes);
      }
      const change = (payload: Uint8Array): Uint8Array => damageBytes(payload, random, maxFileBytes);
      const version = versionOf(input);
      const create = (): Uint8Array => pick(random, segmentPayloads(version, random));
      return fileOf(version, mutateChunks(payloadsOf(input), random, { change, create }));
    },
    run: runFile,
  }),
};

async function runFile(input: Uint8Array): Promise<Judgement> {
  const judged = judgeBlocks(input);
  const whole: RecordingEntry["kind"][] = [];
  const streamed: RecordingEntry["kind"][] = [];
  const reading = attempt(() => readWhole(input, whole));
  const streaming = await attemptLater(() => readInWindows(input, streamed));
  const decoding = attempt(() => decodeSegment(input, { frameLimits: fuzzLimits, maxLevels: 64 }).tornBytes);
  const index = attempt(() => decodeIndex(input));
  const findings: Finding[] = [...uncaughtIn(reading, streaming, decoding, index)];
  if (findings.length === 0) {
    findings.push(
      ...against(judged, whole.length, reading),
      ...alike(reading, streaming, [whole, streamed]),
      ...alike(reading, decoding, []),
    );
    if (index.kind === "taken" && (judged.end !== "whole" || judged.blocks !== 1)) {
      findings.push(lenient("an index of other than one sound block was taken", JSON.stringify(judged)));
    }
  }
  const features = [
    `${versionOf(input)} ${judged.end} ${judged.isFilled} ${endOf(reading)} ${endOf(index)}`,
    ...whole.map((kind, at) => `${whole[at - 1]} ${kind}`),
  ];
  return { taken: reading.kind === "taken", features, findings };
}

function readWhole(input: Uint8Array, into: RecordingEntry["kind"][]): number {
  const reader = new SegmentReader(input);
  into.push(reader.header.kind);
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    into.push(entry.kind);
  }
  return reader.tornBytes;
}

async function readInWindows(input: Uint8Array, into: RecordingEntry["kind"][]): Promise<number> {
  const store = { read: async (_name: string, offset: number, end: number) => input.slice(offset, end) };
  const batches = streamSegment(store, { name: "", bytes: input.length }, { windowBytes });
  for (;;) {
    const { done, value } = await batches.next();
    if (done === true) {
      return value;
    }
    into.push(...value.entries.map(({ kind }) => kind));
  }
}

/** Nothing is handed out that fails its checksum, and what is damaged is not passed over. */
function against(
  { entries: sound, isFilled, end }: ReturnType<typeof judgeBlocks>,
  entries: number,
  reading: Attempt<number>,
): readonly Finding[] {
  if (entries > sound) {
    return [lenient("a segment has more entries than its sound blocks", `${entries} of ${sound}`)];
  }
  if (reading.kind === "taken" && (end === "damaged" || !isFilled || entries < sound)) {
    return [lenient("damage of a segment was passed over", `${entries} of ${sound} entries, ${end}`)];
  }
  return [];
}

/** Two readers of one segment come to the same. */
function alike(
  one: Attempt<number>,
  other: Attempt<number>,
  entries: readonly (readonly string[])[],
): readonly Finding[] {
  const shown = (ending: Attempt<number>): string => (ending.kind === "taken" ? `${ending.value} torn` : endOf(ending));
  const [left, right] = entries.map((kinds) => kinds.join(" "));
  return shown(one) === shown(other) && left === right
    ? []
    : [lenient("two readers of a segment differ", `${shown(one)} and ${shown(other)}; ${left} and ${right}`)];
}
