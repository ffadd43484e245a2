import { crc32 } from "node:zlib";
import { createInflate } from "@depthwire/book";
import { createZlibInflate, loadDigestVectors, loadFrameVectors, seededRandom } from "@depthwire/testkit";
import { verdictOn } from "../smoke/play-scene.js";
import type { BookHistory, BookReading, Scene } from "../smoke/scene.js";
import { damagedFrames } from "./damage.js";
import { Market } from "./market.js";
import { channelWriter, prefixForms, prefixText, prefixWriter } from "./wire.js";

/** A scene, and what every runtime must make of it. */
export interface JudgedScene {
  readonly scene: Scene;
  readonly digests: readonly string[];
  readonly frames: readonly string[];
  readonly damaged: readonly string[];
  readonly books: readonly (readonly BookReading[])[];
}

const pair = "4BTC_USDT";
const readEvery = 50;
const usualUpdates = 1_000;

/**
 * Makes a scene from a seed. What is right is found without the product: digests from RFC 2202, texts as they were before node:zlib packed them,
 * books from a map a side, and whether a damaged
 * frame is refused from node:zlib. The vectors beside them were written by another language.
 *
 * @param updates of each book; default 1,000
 * @throws Error where this computer's own verdict on a damaged frame is not node:zlib's, or not the vector's
 */
export function makeScene(seed: number, updates: number = usualUpdates): JudgedScene {
  const random = seededRandom(seed);
  const digests = loadDigestVectors().hmacMd5.filter(({ source }) => source.startsWith("RFC 2202"));
  const vectors = loadFrameVectors();
  const texts = prefixForms.map(() => prefixText(pair, new Market(random).update()));
  const frames = prefixForms.map((form, index) => form(texts[index] as string));
  const damaged = damagedFrames(frames.slice(3), random).map(hexOf);
  const refused = vectors.bad.map(({ frameHex }) => frameHex);
  const histories = [historyOf("prefix", updates, random), historyOf("channel", updates, random)];
  return {
    scene: {
      digests: digests.map(({ keyHex, dataHex }) => ({ key: keyHex, data: dataHex })),
      frames: [...frames.map(hexOf), ...vectors.good.map(({ frameHex }) => frameHex)],
      damaged: [...damaged, ...refused],
      histories: histories.map(({ history }) => history),
    },
    digests: digests.map(({ hmacHex }) => hmacHex),
    frames: [...texts, ...vectors.good.map(({ text }) => text)].map(verdictOfText),
    damaged: [...damaged.map(verdictOfTwo), ...vectors.bad.map(verdictAmong)],
    books: histories.map(({ books }) => books),
  };
}

function historyOf(
  protocol: BookHistory["protocol"],
  updates: number,
  random: () => number,
): { readonly history: BookHistory; readonly books: readonly BookReading[] } {
  const write = protocol === "prefix" ? prefixWriter() : channelWriter();
  const market = new Market(random);
  const messages = [hexOf(write(pair, market.snapshot()))];
  const books = [market.reading()];
  for (let count = 1; count <= updates; count++) {
    messages.push(hexOf(write(pair, market.update())));
    if (count % readEvery === 0) {
      books.push(market.reading());
    }
  }
  return { history: { protocol, pair, messages, readEvery }, books };
}

function verdictOfText(text: string): string {
  return `${Buffer.byteLength(text)} bytes, ${crc32(text).toString(16)}`;
}

/** One of the codes that the vector allows. */
function verdictAmong({ name, frameHex, codes }: { name: string; frameHex: string; codes: readonly string[] }): string {
  const verdict = verdictOn(frameHex, createInflate());
  if (!codes.includes(verdict)) {
    throw new Error(`the frame "${name}" is "${verdict}" here and must be ${codes.join(" or ")}`);
  }
  return verdict;
}

/** The code is the product's own word; whether there is one, and the text where there is none, is node:zlib's. */
function verdictOfTwo(frame: string): string {
  const ours = verdictOn(frame, createInflate());
  const zlibs = verdictOn(frame, createZlibInflate());
  const isText = (verdict: string): boolean => verdict.includes(" bytes, ");
  if (isText(ours) !== isText(zlibs) || (isText(ours) && ours !== zlibs)) {
    throw new Error(`a damaged frame is "${ours}" here and "${zlibs}" by node:zlib: ${frame}`);
  }
  return ours;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
