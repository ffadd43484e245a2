import { crc32 } from "node:zlib";

const sealLength = 8;

/** A text with its checksum in front: the store does not check what it reads. */
export function sealText(text: string): string {
  return crc32(text).toString(16).padStart(sealLength, "0") + text;
}

/** The text that was sealed; nothing when it is not as it was written. */
export function openText(sealed: string): string | undefined {
  const text = sealed.slice(sealLength);
  return sealText(text) === sealed ? text : undefined;
}
