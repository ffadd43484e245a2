import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type DecodedSegment, decodeSegment, RecordingError } from "@depthwire/recording";
import { move, transferableSymbol, valueSymbol } from "piscina";
import type { SegmentAnswer, SegmentTask } from "./segment-task.js";

/** What a thread does with one segment. The books' columns are given away, not copied. */
export default function decodeSegmentTask(task: SegmentTask): unknown {
  const answer = decode(task);
  const transfer = answer.kind === "decoded" ? buffersOf(answer.segment) : [];
  return move({ [valueSymbol]: answer, [transferableSymbol]: transfer } as unknown as ArrayBuffer);
}

/** Errors do not cross threads whole: their parts do. The file is read at once: the thread has nothing else to do, and each part that it waited for would cost it a turn. */
function decode({ path, file, options }: SegmentTask): SegmentAnswer {
  try {
    return { kind: "decoded", segment: decodeSegment(readFileSync(path), { ...options, file }, { crc32 }) };
  } catch (error) {
    return error instanceof RecordingError
      ? { kind: "refused", code: error.code, details: error.details }
      : { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

function buffersOf({ books }: DecodedSegment): ArrayBuffer[] {
  return books.map(({ view }) => view.columns.buffer);
}
