import {
  decodeBatchCommands,
  decodeBatchForm,
  decodeChannelClientMessage,
  decodeClientMessage,
  decodeForm,
} from "@depthwire/core/internal";
import { attempt } from "../attempt.js";
import { joined, once, pick } from "../generate/bytes.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import { judgeJsonText } from "../judge/json.js";
import type { FuzzTarget, Judgement } from "../target.js";
import { endOf, lenient, uncaughtIn } from "./compare.js";

/** What a client sends to the venue: subscriptions, logins, pings of both protocols, batch forms and their commands. */
export const clientMessagesTarget: FuzzTarget = {
  name: "client-messages",
  share: 6,
  open: async () => ({
    seeds: samples.map(([reader, text]) => inputOf(reader, text)),
    patience: { ms: 20, usPerByte: 10 },
    generate: (random) => {
      const [reader, text] = pick(random, samples);
      return inputOf(once(random, 5) ? pick(random, readerNames) : reader, mutateJson(text, random, words));
    },
    mutate: (input, random) => joined(input.subarray(0, 1), utf8(mutateJson(textOf(input.subarray(1)), random, words))),
    run: runMessage,
  }),
};

/** The readers, each with whether what it reads is JSON as a whole. */
const readers = {
  prefix: { read: decodeClientMessage, isJson: true },
  channel: { read: decodeChannelClientMessage, isJson: true },
  form: { read: (text: string) => decodeBatchForm(text), isJson: false },
  pairs: { read: decodeForm, isJson: false },
  commands: { read: (text: string) => decodeBatchCommands(text), isJson: true },
} as const;
type Reader = keyof typeof readers;
const readerNames = Object.keys(readers) as readonly Reader[];

const samples: readonly (readonly [Reader, string])[] = [
  ["prefix", '{"sub":"4BTC_USDT_depth"}'],
  ["prefix", '{"unsub":"4BTC_USDT_depth"}'],
  ["prefix", '{"apikey":"k","sign":"s","sub":"ALL_ALL_login"}'],
  ["prefix", '{"apikey":"k","sign":"s","unsub":"ALL_ALL_login"}'],
  ["prefix", '{"ping":1600000000000}'],
  ["channel", '{"event":"addChannel","channel":"svc_sub_spot_4BTC_USDT_depth","version":1,"binary":1}'],
  ["channel", '{"event":"removeChannel","channel":"svc_sub_spot_4BTC_USDT_depth"}'],
  ["channel", '{"event":"addChannel","channel":"svc_sub_spot_ALL_ALL_login","apikey":"k","sign":"s"}'],
  ["form", "cmds=%5B%7B%22cmd%22%3A%22a%22%2C%22body%22%3A%7B%7D%2C%22index%22%3A1%7D%5D&apikey=k&sign=s"],
  ["pairs", "pair=4BTC_USDT&size=5&period=1min&x=%e2%82%ac+%zz&=&&a=1&a=2"],
  ["commands", '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]'],
];

const words = [
  "sub",
  "unsub",
  "apikey",
  "sign",
  "event",
  "addChannel",
  "removeChannel",
  "channel",
  "version",
  "binary",
  "ping",
  "pong",
  "cmd",
  "cmds",
  "body",
  "index",
  "%00",
  "%ff",
  "ALL_ALL_login",
];

/** The first byte says who reads. */
function inputOf(reader: Reader, text: string): Uint8Array {
  return joined(Uint8Array.of(readerNames.indexOf(reader)), utf8(text));
}

function runMessage(input: Uint8Array): Judgement {
  const name = readerNames[(input[0] ?? 0) % readerNames.length] as Reader;
  const { read, isJson } = readers[name];
  const text = textOf(input.subarray(1));
  const found = attempt((): unknown => read(text));
  const judged = judgeJsonText(text, fuzzLimits.maxInflatedBytes);
  const isLenient = isJson && found.kind === "taken" && judged.kind === "refused";
  const findings = isLenient ? [lenient(`a client message of ${name} that is no JSON`, judged.why)] : uncaughtIn(found);
  return { taken: found.kind === "taken", features: [`${name} ${endOf(found)}`], findings };
}
