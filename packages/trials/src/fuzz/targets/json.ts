import { ExactNumber, isJsonObject, type JsonValue, parseExactBytes } from "@depthwire/core/internal";
import { attempt } from "../attempt.js";
import { pick } from "../generate/bytes.js";
import { depthWords } from "../generate/depth-text.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { mutateJson, someValue } from "../generate/json-text.js";
import { JudgedNumber, judgeJson } from "../judge/json.js";
import type { Finding, FuzzTarget, Judgement } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";
import { channelMessages, prefixMessages } from "./sample-messages.js";

const limits = { maxDepth: 32, maxLength: fuzzLimits.maxInflatedBytes };

/** JSON text: our parser against `JSON.parse` and the written policies. */
export const jsonTarget: FuzzTarget = {
  name: "json",
  share: 20,
  open: async () => ({
    seeds: [...prefixMessages, ...channelMessages].map(utf8),
    patience: { ms: 20, usPerByte: 10 },
    generate: (random) => utf8(`{"a":${someValue(random)},"b":[${someValue(random)},${someValue(random)}]}`),
    mutate: (input, random) =>
      utf8(mutateJson(textOf(input), random, [...depthWords, pick(random, ["a", "b", "toString"])])),
    run: runJson,
  }),
};

function runJson(input: Uint8Array): Judgement {
  const judged = judgeJson(input, limits.maxLength);
  const found = attempt(() => parseExactBytes(input, 0, input.length, limits));
  const findings: Finding[] = uncaughtIn(found);
  if (found.kind !== "uncaught" && (found.kind === "taken") !== (judged.kind === "value")) {
    const words = judged.kind === "value" ? "taken" : judged.why;
    findings.push(lenient("our JSON and the judge's differ", `${endOf(found)}, judge: ${words}`));
  } else if (found.kind === "taken" && judged.kind === "value") {
    const [ours, judges] = [shownValue(found.value), shownJudged(judged.value)];
    if (ours !== judges) {
      findings.push(lenient("our JSON has another value", `${ours} where the judge has ${judges}`));
    }
  }
  return { taken: judged.kind === "value", features: [endOf(found)], findings };
}

/** One text for one value: keys in their order, which both readers have to keep alike; array indexes come first in both. */
function shownValue(value: JsonValue): string {
  if (typeof value === "number" || value instanceof ExactNumber) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(shownValue).join(",")}]`;
  }
  return isJsonObject(value)
    ? `{${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)}:${shownValue(inner)}`)
        .join(",")}}`
    : JSON.stringify(value);
}

function shownJudged(value: unknown): string {
  if (value instanceof JudgedNumber) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map(shownJudged).join(",")}]`;
  }
  return typeof value === "object" && value !== null
    ? `{${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)}:${shownJudged(inner)}`)
        .join(",")}}`
    : JSON.stringify(value);
}
