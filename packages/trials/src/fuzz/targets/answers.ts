import { type CompiledOperation, compileOperation, decodeResponse, encodeResponse } from "@depthwire/core/internal";
import { attempt } from "../attempt.js";
import { joined, once, pick } from "../generate/bytes.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import { everyOperation, soundValues } from "../generate/operations.js";
import { judgeJson } from "../judge/json.js";
import type { FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";

/** The venue's answers over REST, to every operation. */
export const answersTarget: FuzzTarget = { name: "answers", share: 8, open: async () => openAnswers() };

/** Sound answers to each operation; the same in every run. */
const answersPerOperation = 4;
const statuses = [200, 200, 200, 201, 204, 302, 400, 404, 500, 503];
const failures = [
  '{"state":2091,"resMsg":{"code":2091,"message":"x"}}',
  '{"error":{"code":"2091","message":"x"}}',
  "<html></html>",
  "",
  "null",
  "[]",
];
const limits = { maxDepth: 32, maxLength: fuzzLimits.maxInflatedBytes };

function openAnswers(): OpenTarget {
  const operations = everyOperation.map(
    (operation) => compileOperation(operation as never) as unknown as CompiledOperation<unknown, unknown>,
  );
  const words = new Set<string>(["state", "result", "error", "code", "resMsg", "message", "index", "cmd"]);
  const sound = operations.map((compiled, place) => soundAnswers(compiled).map((text) => inputOf(place, 0, text)));
  for (const input of sound.flat()) {
    for (const [, word] of textOf(input).matchAll(/"(\w{1,24})":/g)) {
      words.add(word as string);
    }
  }
  const wordList = [...words];
  return {
    seeds: sound.flatMap((inputs) => inputs.slice(0, 1)),
    patience: { ms: 20, usPerByte: 10 },
    generate: (random) => {
      const at = Math.floor(random() * operations.length);
      return once(random, 6)
        ? inputOf(at, Math.floor(random() * statuses.length), pick(random, failures))
        : (pick(random, sound[at] ?? []) ?? inputOf(at, 0, "{}"));
    },
    mutate: (input, random) =>
      joined(input.subarray(0, 2), utf8(mutateJson(textOf(input.subarray(2)), random, wordList))),
    run: (input) => runAnswer(operations, input),
  };
}

function soundAnswers(compiled: CompiledOperation<unknown, unknown>): readonly string[] {
  const results = soundValues(compiled.operation.result, answersPerOperation);
  return results.flatMap((result) => {
    const written = attempt(() => encodeResponse(compiled, result as never, 1));
    return written.kind === "taken" ? [written.value] : [];
  });
}

/** Which operation, which HTTP status, and the body. */
function inputOf(operation: number, status: number, body: string): Uint8Array {
  return joined(Uint8Array.of(operation, status), utf8(body));
}

function runAnswer(operations: readonly CompiledOperation<unknown, unknown>[], input: Uint8Array): Judgement {
  const operation = operations[(input[0] ?? 0) % operations.length] as CompiledOperation<unknown, unknown>;
  const status = statuses[(input[1] ?? 0) % statuses.length] as number;
  const body = input.subarray(2);
  const found = attempt(() => decodeResponse(operation, { status, headers: {}, body } as never, undefined, limits));
  const judged = judgeJson(body, limits.maxLength);
  const why = status < 200 || status > 299 ? `status ${status}` : judged.kind === "refused" ? judged.why : undefined;
  const findings =
    found.kind === "taken" && why !== undefined
      ? [lenient("an answer that says nothing was taken", why)]
      : uncaughtIn(found);
  return { taken: found.kind === "taken", features: [`${operation.operation.name} ${endOf(found)}`], findings };
}
