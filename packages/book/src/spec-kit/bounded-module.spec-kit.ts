import { decoderBytes } from "../wasm/module-bytes.js";

const memorySection = 5;

/** The decoder module with a memory that may grow to `maxPages` pages of 64 KiB and no further, as on a host that has no more to give. */
export function boundedModule(maxPages: number): WebAssembly.Module {
  const bytes = decoderBytes();
  const at = sectionAt(bytes, memorySection);
  // Its length, one memory, no most, and how many pages it begins with: each number takes one byte.
  const [length, memories, hasMost, pages] = bytes.subarray(at + 1, at + 5);
  if (length !== 3 || memories !== 1 || hasMost !== 0 || pages === undefined || maxPages > 127) {
    throw new Error("not the memory section that is known here");
  }
  const before = bytes.subarray(0, at);
  const behind = bytes.subarray(at + 5);
  return new WebAssembly.Module(Uint8Array.from([...before, memorySection, 4, 1, 1, pages, maxPages, ...behind]));
}

function sectionAt(bytes: Uint8Array, section: number): number {
  let at = 8;
  while (bytes[at] !== section) {
    let shift = 0;
    let length = 0;
    do {
      at++;
      length |= ((bytes[at] as number) & 127) << shift;
      shift += 7;
    } while ((bytes[at] as number) > 127);
    at += 1 + length;
  }
  return at;
}
