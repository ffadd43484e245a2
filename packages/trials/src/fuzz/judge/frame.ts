import { type JudgedStream, judgeStream } from "./zlib.js";

/** Bounds of a frame and of what it inflates to. */
export interface JudgedLimits {
  readonly maxFrameBytes: number;
  readonly maxInflatedBytes: number;
}

const [newline, carriageReturn] = [0x0a, 0x0d];
const refused = (why: string): JudgedStream => ({ kind: "refused", why });

/**
 * The text of a frame of protocol A.
 *
 * @spec document 1, Events, Protocol A; field notes 2, 3 and 4
 */
export function judgeFrame(frame: Uint8Array, { maxFrameBytes, maxInflatedBytes }: JudgedLimits): JudgedStream {
  if (frame.length > maxFrameBytes) {
    return refused("too long");
  }
  const [marker] = frame;
  switch (marker) {
    case 0x7b:
      return trimmed(frame);
    case 0x00:
    case 0x30:
      return trimmed(frame.subarray(1));
    case 0x01:
    case 0x31: {
      const judged = judgeStream(frame.subarray(1), maxInflatedBytes);
      return judged.kind === "text" ? trimmed(judged.text) : judged;
    }
    default:
      return refused("no marker");
  }
}

/** Without one newline at its end. */
function trimmed(text: Uint8Array): JudgedStream {
  const hasNewline = text.at(-1) === newline;
  const isCrLf = hasNewline && text.at(-2) === carriageReturn;
  const body = text.subarray(0, text.length - (isCrLf ? 2 : hasNewline ? 1 : 0));
  return body.length === 0 ? refused("empty") : { kind: "text", text: body };
}
