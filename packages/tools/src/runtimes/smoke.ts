import { createInflate, createPureInflate } from "@depthwire/book";
import { Credential, DepthwireError, defaultFrameLimits, type Inflate, sign } from "@depthwire/core";
import { createFrameBody, createHmacMd5, decodeFrame, decodeUtf8 } from "@depthwire/core/internal";
import { createEngine, type OpenSocket, type SocketHandlers } from "@depthwire/stream";

/** What the smoke is held against. Plain data, made where there is a zlib. */
export interface SmokeData {
  /** RFC 2202, section 2. */
  readonly hmacMd5: readonly { readonly keyHex: string; readonly dataHex: string; readonly hmacHex: string }[];
  readonly good: readonly { readonly name: string; readonly frameHex: string; readonly text: string }[];
  readonly bad: readonly { readonly name: string; readonly frameHex: string; readonly codes: readonly string[] }[];
  /** Compressed frames of one pair, a snapshot first, as hexadecimal text. */
  readonly pair: string;
  readonly frames: readonly string[];
  /** Best level first: price and quantity. */
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
}

/**
 * Runs the packages in whatever runtime this is: signatures, golden and damaged frames, a book over all updates in an engine.
 * It needs the language alone: no globals of a platform.
 *
 * @returns what passed, with a count
 * @throws Error naming the first thing that is not as it should be
 */
export async function smoke(data: SmokeData): Promise<Readonly<Record<string, number>>> {
  const inflaters = [createPureInflate(), createInflate()];
  return {
    signatures: checkSignatures(data),
    goodFrames: inflaters.reduce((count, inflate) => count + checkGood(data, inflate), 0),
    badFrames: inflaters.reduce((count, inflate) => count + checkBad(data, inflate), 0),
    updates: await checkBook(data),
  };
}

function checkSignatures({ hmacMd5 }: SmokeData): number {
  for (const { keyHex, dataHex, hmacHex } of hmacMd5) {
    check("an HMAC-MD5", createHmacMd5(bytesOf(keyHex)).hexOfBytes(bytesOf(dataHex)), hmacHex);
  }
  const credential = new Credential({ apiKey: "key", apiSecret: "Jefe" });
  check("a signature", sign(credential, "what do ya want for nothing?"), "750c783e6ab0b503eaa86e310a5db738");
  return hmacMd5.length + 1;
}

function checkGood({ good }: SmokeData, inflate: Inflate): number {
  for (const { name, frameHex, text } of good) {
    check(name, textOf(frameHex, inflate), text);
  }
  return good.length;
}

function checkBad({ bad }: SmokeData, inflate: Inflate): number {
  for (const { name, frameHex, codes } of bad) {
    let found = "accepted";
    try {
      textOf(frameHex, inflate);
    } catch (error) {
      found = error instanceof DepthwireError ? error.code : String(error);
    }
    check(name, codes.includes(found) ? "refused" : found, "refused");
  }
  return bad.length;
}

function textOf(frameHex: string, inflate: Inflate): string {
  const { bytes, start, end } = decodeFrame(bytesOf(frameHex), inflate, defaultFrameLimits, createFrameBody());
  return decodeUtf8(bytes, start, end);
}

/** The whole engine, inline, over a socket that this plays. */
async function checkBook({ pair, frames, asks, bids }: SmokeData): Promise<number> {
  const opened: SocketHandlers[] = [];
  const openSocket: OpenSocket = (_address, handlers) => {
    opened.push(handlers);
    return { send: () => undefined, ping: () => undefined, close: () => undefined };
  };
  const due: (() => void)[] = [];
  const clock = {
    epochMs: () => 1_700_000_000_000,
    monotonicMs: () => 1_000,
    after: (delayMs: number, callback: () => void) => {
      // The first wait before a connection; nothing later falls due in a world whose time stands.
      if (opened.length === 0 && delayMs < 5_000) {
        due.push(callback);
      }
      return () => undefined;
    },
  };
  const engine = createEngine(
    { addresses: ["ws://memory.invalid"] },
    { clock, random: () => 0, shard: { openSocket, createInflate: () => createInflate() } },
  );
  engine.book(pair);
  for (const callback of due) {
    callback();
  }
  const [handlers] = opened;
  if (handlers === undefined) {
    throw new Error("the engine opened no connection");
  }
  handlers.opened();
  for (const frame of frames) {
    handlers.message(bytesOf(frame));
    await Promise.resolve();
  }
  const view = engine.views()[0];
  check("the book's status", view?.status, "live");
  const levels = (side: "asks" | "bids"): string =>
    JSON.stringify([...(view?.[side] ?? [])].map(({ price, quantity }) => [plain(price), plain(quantity)]));
  check("the asks", levels("asks"), JSON.stringify(asks));
  check("the bids", levels("bids"), JSON.stringify(bids));
  await engine.close();
  return frames.length - 1;
}

/** Without the zeros at its end. */
function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

function check(what: string, found: string | undefined, wanted: string): void {
  if (found !== wanted) {
    throw new Error(`${what}: ${found} instead of ${wanted}`);
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
