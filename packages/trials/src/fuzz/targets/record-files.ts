import { join } from "node:path";
import zlib from "node:zlib";
import type { Random } from "@depthwire/core";
import { createFileDeliveredStore, createFileIntentStore } from "@depthwire/node";
import { attemptLater } from "../attempt.js";
import { once, pick } from "../generate/bytes.js";
import { textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import type { FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";
import { OwnFolder } from "./own-folder.js";

/** Files of an account that outlive the process: calls that were about to be sent, and events that were delivered. */
export const recordFilesTarget: FuzzTarget = {
  name: "record-files",
  share: 0.2,
  open: async () => openRecordFiles(await OwnFolder.make("records")),
};

/** Both kinds of files, each with sound records. */
const kinds = {
  intents: {
    format: "depthwire-intents-1",
    records: [
      '{"n":1,"intent":{"operation":"placeOrder","signedAtMs":1600000000001,"clientOrderId":"1","pair":"4BTC_USDT","side":"open-long"}}',
      '{"n":1,"end":"answered"}',
      '{"n":2,"intent":{"operation":"transfer","signedAtMs":7},"end":"unknown"}',
      '{"n":2,"end":"not-sent"}',
      '{"halt":{"reason":"enough","sinceMs":5,"scope":"own","plans":"keep"}}',
      '{"halt":null}',
    ],
  },
  delivered: {
    format: "depthwire-delivered-1",
    records: [
      '{"beginning":{"beforeMs":5,"openIds":["1"],"finishedIds":["2"],"changeIds":["3"],"takenAtMs":7}}',
      '{"fact":{"kind":"order","origin":"push","order":{"orderId":"1","status":"filled","dealQuantity":"2","createdAtMs":100}},"atMs":9}',
      '{"fact":{"kind":"fill","origin":"query","fill":{"orderId":"1","fillId":"2","dealQuantity":"2"}},"atMs":10}',
      '{"fact":{"kind":"position-change","origin":"push","change":{"positionChangeId":"9"}},"atMs":11}',
    ],
  },
} as const;

const words = [
  "n",
  "intent",
  "end",
  "halt",
  "beginning",
  "fact",
  "kind",
  "order",
  "fill",
  "change",
  "position-change",
  "orderId",
  "dealQuantity",
  "status",
  "format",
  "clientOrderId",
  "answered",
  "finished",
  "unknown",
  "not-sent",
  "depthwire-intents-1",
  "depthwire-delivered-1",
];

function openRecordFiles(folder: OwnFolder): OpenTarget {
  return {
    seeds: Object.values(kinds).map(({ format, records }) =>
      utf8([`{"format":"${format}"}`, ...records].map(sealed).join("")),
    ),
    patience: { ms: 150, usPerByte: 40 },
    generate: someFile,
    mutate: mutateFile,
    run: async (input) => runFile(folder, input),
    close: () => folder.remove(),
  };
}

/** A line with the checksum of its text. */
function sealed(json: string): string {
  return `${zlib.crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
}

function someFile(random: Random): Uint8Array {
  const { format, records } = pick(random, Object.values(kinds));
  const lines = [`{"format":"${format}"}`, ...records.filter(() => !once(random, 3))];
  return utf8(lines.map(sealed).join(""));
}

/** Changes one line; its checksum mostly fits. */
function mutateFile(input: Uint8Array, random: Random): Uint8Array {
  const lines = textOf(input).split("\n").slice(0, -1);
  const at = Math.floor(random() * lines.length);
  const json = mutateJson((lines[at] ?? "").slice(9), random, words).replaceAll("\n", " ");
  return utf8(lines.map((line, index) => (index === at && !once(random, 8) ? sealed(json) : `${line}\n`)).join(""));
}

async function runFile(folder: OwnFolder, input: Uint8Array): Promise<Judgement> {
  const text = textOf(input);
  const isIntents = !text.includes(kinds.delivered.format);
  await folder.put("records", input);
  const path = join(folder.path, "records");
  const found = await attemptLater(async () => {
    const store = isIntents ? await createFileIntentStore(path) : await createFileDeliveredStore(path);
    try {
      return "load" in store ? (await store.load()).intents.length : [...(store.history?.facts ?? [])].length;
    } finally {
      await store.close();
    }
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const isDamaged = whole
    .split("\n")
    .slice(0, -1)
    .some((line) => !isSound(line));
  const findings =
    found.kind === "taken" && (isDamaged || whole === "") && input.length > 0
      ? [lenient("a damaged file of records was taken", text.slice(0, 200))]
      : uncaughtIn(found);
  return {
    taken: found.kind === "taken",
    features: [`${isIntents ? "intents" : "delivered"} ${endOf(found)} ${found.kind === "taken" ? found.value : ""}`],
    findings,
  };
}

/** Its checksum fits, and it is a JSON object. */
function isSound(line: string): boolean {
  const json = line.slice(9);
  try {
    const value: unknown = JSON.parse(json);
    return `${line}\n` === sealed(json) && typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
