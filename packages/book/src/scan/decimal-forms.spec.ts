import { createDepthChannel, createFrameBody, type DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { TextScanner } from "../plain/scanner.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { scannerFor } from "./scanner-for.js";

const pair = "4BTC_USDT";
const longest = 11;
const maxScale = 15;
const wasm = scannerFor(createWasmInflate(), 16);
const plain = new TextScanner(16);

/** A decimal with so many characters before and from its point on, and one character of it replaced. */
function decimal(whole: number, rest: number, wrong?: { readonly at: number; readonly character: string }): string {
  const text = "98765432109".slice(0, whole) + ".12345678901".slice(0, rest);
  return wrong === undefined ? text : text.slice(0, wrong.at) + wrong.character + text.slice(wrong.at + 1);
}

/** What a scanner makes of a message with one ask; undefined where it leaves it to the general path. */
function scanned(scanner: { scan: typeof wasm.scan; readonly sink: DepthSink }, text: string): unknown {
  const bytes = encodeUtf8(text);
  const found = scanner.scan(Object.assign(createFrameBody(), { bytes, start: 0, end: bytes.length }));
  const { counts, prices, quantities } = scanner.sink;
  return found && [counts[0], prices[0], quantities[0]];
}

function expectAgreement(quantity: string, price: string): boolean {
  const text = `{"topic":"${pair}_depth","t":0,"d":{"pair":"${pair}","ut":5,"seq":7,"asks":[["${quantity}","${price}"]],"bids":[]}}`;
  const wanted = scanned(plain, text);
  expect(scanned(wasm, text), text).toEqual(wanted);
  return wanted !== undefined;
}

/** Both channels of a message's pair; the former ones are forgotten. */
function scaleBy(priceScale: number, quantityScale: number): void {
  const channel = createDepthChannel(pair, { priceScale, quantityScale }, 0);
  wasm.add(channel);
  plain.add(channel);
}

test("a decimal of each form and scale is what the plain scanner reads, as a quantity and as a price", () => {
  let known = 0;
  for (let scale = 0; scale <= maxScale; scale++) {
    scaleBy(scale, maxScale - scale);
    for (let whole = 0; whole <= longest; whole++) {
      for (let rest = 0; rest <= longest; rest++) {
        known += expectAgreement(decimal(whole, rest), "1") ? 1 : 0;
        known += expectAgreement("1", decimal(whole, rest)) ? 1 : 0;
      }
    }
  }
  expect(known).toBeGreaterThan(1_000);
});

test("one character that is no digit is found wherever it stands", () => {
  scaleBy(8, 8);
  for (const character of ["/", ":", "+", "-", ".", " ", "e", "\\u0031", "é", "\0"]) {
    for (let whole = 1; whole <= 8; whole++) {
      for (const rest of [0, 2, 4]) {
        for (let at = 0; at < whole + rest; at++) {
          const text = decimal(whole, rest, { at, character });
          expectAgreement(text, "1.5");
          expectAgreement("1.5", text);
        }
      }
    }
  }
});
