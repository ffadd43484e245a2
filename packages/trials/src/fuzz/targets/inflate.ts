import { createPureInflate, createWasmInflate } from "@depthwire/book/internal";
import type { Inflate } from "@depthwire/core";
import { attempt } from "../attempt.js";
import { damageBytes, once, pick } from "../generate/bytes.js";
import { pack, repairChecksum } from "../generate/deflate.js";
import { depthMessage } from "../generate/depth-text.js";
import { fuzzLimits, utf8 } from "../generate/frames.js";
import { judgeStream } from "../judge/zlib.js";
import type { Finding, FuzzTarget, Judgement } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";

const { maxInflatedBytes } = fuzzLimits;

/** Inflating: both of our inflaters against Node's zlib. */
export const inflateTarget: FuzzTarget = {
  name: "inflate",
  share: 30,
  open: async () => openInflateTarget({ pure: createPureInflate(fuzzLimits), wasm: createWasmInflate(fuzzLimits) }),
};

/** The target over other inflaters. */
export function openInflateTarget(
  subjects: Readonly<Record<string, Inflate>>,
): Awaited<ReturnType<FuzzTarget["open"]>> {
  return {
    seeds: [],
    patience: { ms: 30, usPerByte: 20 },
    generate: (random) => {
      const wishes = { protocol: "prefix", kind: "snapshot", seq: 1, updatedAtMs: 1_000, maxLevels: 40 } as const;
      const text = once(random, 12)
        ? new Uint8Array(Math.floor(random() * 2 * maxInflatedBytes)).fill(pick(random, [0, 0x61]))
        : utf8(depthMessage(wishes, random));
      return pack(text, random);
    },
    mutate: (input, random) => {
      const damaged = damageBytes(input, random, fuzzLimits.maxFrameBytes);
      return once(random, 3) ? damaged : repairChecksum(damaged, maxInflatedBytes);
    },
    run: (input) => inflateAll(subjects, input),
  };
}

function inflateAll(subjects: Readonly<Record<string, Inflate>>, input: Uint8Array): Judgement {
  const isTooLong = input.length > fuzzLimits.maxFrameBytes;
  const judged = isTooLong ? ({ kind: "refused", why: "too long" } as const) : judgeStream(input, maxInflatedBytes);
  const findings: Finding[] = [];
  const features: string[] = [];
  for (const [name, inflate] of Object.entries(subjects)) {
    const found = attempt(() => inflate.output.slice(0, inflate.inflate(input, 0, input.length, maxInflatedBytes)));
    findings.push(...uncaughtIn(found));
    const length = found.kind === "taken" ? found.value.length : 0;
    features.push(
      `${name} ${endOf(found)} ${Math.ceil(Math.log2(length + 1))} ${Math.ceil(Math.log2(input.length + 1))}`,
    );
    if (found.kind === "uncaught") {
      continue;
    }
    if ((found.kind === "taken") !== (judged.kind === "text")) {
      findings.push(
        lenient(
          `${name} and zlib take different streams`,
          `${endOf(found)}, zlib: ${judged.kind === "text" ? "taken" : judged.why}`,
        ),
      );
    } else if (found.kind === "taken" && judged.kind === "text" && Buffer.compare(found.value, judged.text) !== 0) {
      findings.push(
        lenient(`${name} inflates to another text`, `${found.value.length} bytes, zlib ${judged.text.length}`),
      );
    }
  }
  return { taken: judged.kind === "text", features, findings };
}
