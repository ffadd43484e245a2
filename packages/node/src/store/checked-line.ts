import { crc32 } from "node:zlib";

const checksumDigits = 8;

/** A record as one line of text: its checksum, a space, its JSON, a newline. */
export function writeLine(record: object): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

/** What a line without its newline holds; undefined when the line is not as it was written. */
export function readLine(line: string): unknown {
  const json = line.slice(checksumDigits + 1);
  if (line[checksumDigits] !== " " || line.slice(0, checksumDigits) !== checksumOf(json)) {
    return undefined;
  }
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(checksumDigits, "0");
}
