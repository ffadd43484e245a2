import type { SegmentWriter, WrittenPart } from "../segment/segment-writer.js";

/** The segments of one recording, and how much of them is in their files: nothing else counts as recorded. */
export class RecordedSegments {
  readonly #unsettled = new Set<SegmentWriter>();
  #settled = { segments: 0, bytes: 0, frames: 0 };

  /** A segment was begun. */
  begun(segment: SegmentWriter): void {
    this.#unsettled.add(segment);
  }

  /** The whole of a segment is in its file. */
  settled(segment: SegmentWriter): void {
    this.#settled = added(this.#settled, segment.written());
    this.#unsettled.delete(segment);
  }

  /** Why a file failed; undefined while none has. */
  get failure(): unknown {
    return [...this.#unsettled].find(({ failure }) => failure !== undefined)?.failure;
  }

  /** Segments of which something is in a file, and what is. */
  statistics(): WrittenPart & { readonly segments: number } {
    return [...this.#unsettled].map((segment) => segment.written()).reduce(added, this.#settled);
  }
}

function added(sum: WrittenPart & { readonly segments: number }, { bytes, frames }: WrittenPart): typeof sum {
  return { segments: sum.segments + (bytes > 0 ? 1 : 0), bytes: sum.bytes + bytes, frames: sum.frames + frames };
}
