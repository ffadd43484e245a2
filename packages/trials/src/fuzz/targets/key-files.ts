import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { KeyStore } from "@depthwire/accelerator/internal";
import { readCredentialFile } from "@depthwire/node";
import { attemptLater } from "../attempt.js";
import { pick } from "../generate/bytes.js";
import { textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import type { FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";
import { OwnFolder } from "./own-folder.js";

/** Files that hold a key: of a program, and of the accelerator, which may be sealed. */
export const keyFilesTarget: FuzzTarget = { name: "key-files", share: 0.1, open: openKeyFiles };

const samples = [
  '{"apiKey":"0123456789abcdef","apiSecret":"fedcba9876543210"}',
  '{"sealed":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","nonce":"AAAAAAAAAAAAAAAA","tag":"AAAAAAAAAAAAAAAAAAAAAA==","text":"AAAA"}',
];
const words = ["apiKey", "apiSecret", "sealed", "salt", "nonce", "tag", "text", "a key", "k\n", "ä"];
/** A key as both files take it: 1 to 256 visible characters. */
const keyPattern = /^[\x21-\x7e]{1,256}$/;

async function openKeyFiles(): Promise<OpenTarget> {
  const folder = await OwnFolder.make("keys");
  await mkdir(join(folder.path, "keys"), { mode: 0o700 });
  await chmod(folder.path, 0o700);
  const store = new KeyStore(folder.path);
  return {
    seeds: samples.map(utf8),
    patience: { ms: 600, usPerByte: 40 },
    generate: (random) => utf8(mutateJson(pick(random, samples), random, words)),
    mutate: (input, random) => utf8(mutateJson(textOf(input), random, words)),
    run: (input) => runFile(folder, store, input),
    close: () => folder.remove(),
  };
}

async function runFile(folder: OwnFolder, store: KeyStore, input: Uint8Array): Promise<Judgement> {
  await folder.put("credential.json", input);
  await folder.put(join("keys", "main.json"), input);
  const ofProgram = await attemptLater(() => readCredentialFile(join(folder.path, "credential.json")));
  const kept = await attemptLater(() => store.get("main", async () => "a passphrase"));
  const findings = uncaughtIn(ofProgram, kept);
  const isKey = holdsKey(textOf(input));
  for (const [name, found] of Object.entries({ "the program's file": ofProgram, "the accelerator's file": kept })) {
    if (found.kind === "taken" && !isKey) {
      findings.push(lenient(`${name} gave a key that is none`, textOf(input).slice(0, 200)));
    }
  }
  // Every 0.1 s of work goes into a passphrase: what asked for one is seen, and not what it was good for.
  return { taken: ofProgram.kind === "taken", features: [`${endOf(ofProgram)} ${endOf(kept)}`], findings };
}

function holdsKey(text: string): boolean {
  try {
    const { apiKey, apiSecret } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return [apiKey, apiSecret].every((part) => typeof part === "string" && keyPattern.test(part));
  } catch {
    return false;
  }
}
