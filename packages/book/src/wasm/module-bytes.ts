import type { OwnBytes } from "@depthwire/core/internal";
import { wasmModuleText } from "./module.gen.js";

/** So many bytes are one character; the others are two, of which the first says only where to count from. */
const singles = 88;
/** All that are printed, but for four that a string cannot hold as they are. */
const characters = 91;

/** The bytes of the WebAssembly module: what `@depthwire/book/decoder.wasm` holds, for programs that load no file. */
export function decoderBytes(): OwnBytes {
  const places: number[] = [];
  for (let code = 32, place = 0; code < 127; code++) {
    places[code] = '"$\\`'.includes(String.fromCharCode(code)) ? 0 : place++;
  }
  const bytes: number[] = [];
  let from = 0;
  for (let at = 0; at < wasmModuleText.length; at++) {
    const place = places[wasmModuleText.charCodeAt(at)] as number;
    if (from === 0 && place >= singles) {
      from = singles + (place - singles) * characters;
    } else {
      bytes.push(from + place);
      from = 0;
    }
  }
  return Uint8Array.from(bytes);
}
