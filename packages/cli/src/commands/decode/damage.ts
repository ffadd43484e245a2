import type { DepthwireError } from "@depthwire/core";
import { looksSecret, redacted } from "@depthwire/core/internal";
import { damageOffset } from "./find-damage.js";

/** What is damaged: the frame itself, or one packed payload in a message of protocol B. */
export interface DamagedPart {
  readonly part: "frame" | "payload";
  readonly bytes: Uint8Array;
  /** The JSON text that it holds, as far as it was come to. */
  readonly text: string | undefined;
}

/** Why a frame cannot be read further, and where. */
export interface Damage {
  /** From docs/errors.md. */
  readonly code: string;
  readonly why: string;
  /** What `offset` and `textOffset` count in. */
  readonly part: DamagedPart["part"];
  /** In its bytes, from 0. */
  readonly offset?: number;
  /** In the characters of its text, from 0. */
  readonly textOffset?: number;
  /** The text around that place. */
  readonly near?: string;
  /** In the decoded value: `d.asks[3][1]`. */
  readonly path?: string;
}

const charactersAround = 20;
const gzipMagic = 0x1f;

/** Where an error is. */
export function damageOf(error: DepthwireError, damaged: DamagedPart): Damage {
  const { code, message } = error;
  const { offset: textOffset, path } = error.details as { readonly offset?: number; readonly path?: string };
  const { part, text } = damaged;
  const offset = byteOffset(error, damaged);
  return {
    code,
    why: message,
    part,
    ...(offset === undefined ? {} : { offset }),
    ...(textOffset === undefined ? {} : { textOffset }),
    ...(textOffset === undefined || text === undefined ? {} : { near: around(text, textOffset) }),
    ...(path === undefined || path === "" ? {} : { path }),
  };
}

function byteOffset({ code, details }: DepthwireError, { part, bytes }: DamagedPart): number | undefined {
  // A frame's stream stands behind its marker.
  const start = part === "frame" ? 1 : 0;
  switch (code) {
    case "frame-unknown-marker":
      return 0;
    case "frame-unknown-compression":
      return Math.min(start, bytes.length);
    case "frame-empty":
    case "frame-truncated":
      return bytes.length;
    case "frame-trailing-bytes": {
      const { trailing } = details as { readonly trailing?: number };
      return trailing === undefined ? undefined : bytes.length - trailing;
    }
    case "frame-corrupt": {
      const stream = bytes.subarray(start);
      const found = damageOffset(stream, stream[0] === gzipMagic ? "gzip" : "zlib");
      return found === undefined ? undefined : found + start;
    }
    default:
      return undefined;
  }
}

/** Nothing of a login is shown. */
function around(text: string, offset: number): string {
  return looksSecret(text) ? redacted : text.slice(Math.max(0, offset - charactersAround), offset + charactersAround);
}
