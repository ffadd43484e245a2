import { readFile } from "node:fs/promises";
import { type DecodedSegment, decodeSegment, RecordingError } from "@depthwire/recording";
import { move, transferableSymbol, valueSymbol } from "piscina";
import type { SegmentAnswer, SegmentTask } from "./segment-task.js";

/** What a thread does with one segment. The books' columns are given away, not copied. */
export default async function decodeSegmentTask(task: SegmentTask): Promise<unknown> {
  const answer = await decode(task);
  const transfer = answer.kind === "decoded" ? buffersOf(answer.segment) : [];
  return move({ [valueSymbol]: answer, [transferableSymbol]: transfer } as unknown as ArrayBuffer);
}

/** Errors do not cross threads whole: their parts do. */
async function decode({ path, file, options }: SegmentTask): Promise<SegmentAnswer> {
  try {
    return { kind: "decoded", segment: decodeSegment(await readFile(path), { ...options, file }) };
  } catch (error) {
    return error instanceof RecordingError
      ? { kind: "refused", code: error.code, details: error.details }
      : { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

function buffersOf({ books }: DecodedSegment): ArrayBuffer[] {
  return books.map(({ view }) => view.columns.buffer);
}
