import { type FrameLimits, type Inflate, ProtocolError } from "@depthwire/core";
import type { DepthScanner } from "../scan/depth-scanner.js";
import { corruptChecksum, corruptHeader, corruptLength, tooLarge, trailingBytes, truncated } from "./status.js";

/** An inflater without manners: memory of a fixed size, results as numbers. */
export interface InflateMachine {
  /** Where the source is copied to; at least `maxFrameBytes + copiedSurroundings` long. */
  readonly source: Uint8Array;
  /** Holds the text, from byte 0; at least `maxInflatedBytes` long. */
  readonly text: Uint8Array;
  /** Inflates `source[start, end)`, at most `maxInflatedBytes`. Returns the length of the text, or a status. */
  inflate(start: number, end: number, maxInflatedBytes: number): number;
  /** How many bytes of the last source stood behind the end of its stream. */
  countTrailingBytes(): number;
}

/** A message with more bytes around the stream than this is not copied whole. */
export const copiedSurroundings = 64;

const failedChecks: Readonly<Record<number, string>> = {
  [corruptHeader]: "header",
  [corruptChecksum]: "checksum",
  [corruptLength]: "length",
};

/** Holds a machine to its limits, feeds it, and turns its refusals into typed errors. */
export class BoundedInflate implements Inflate {
  readonly machine: InflateMachine;
  /** See the constructor. */
  readonly createScanner: (capacity: number) => DepthScanner | undefined;
  readonly #limits: FrameLimits;

  /** @param createScanner makes the scanner that reads the machine's memory, if there is one for so many levels in a list */
  constructor(
    machine: InflateMachine,
    limits: FrameLimits,
    createScanner: (capacity: number) => DepthScanner | undefined = () => undefined,
  ) {
    this.machine = machine;
    this.#limits = limits;
    this.createScanner = createScanner;
  }

  get output(): Uint8Array {
    return this.machine.text;
  }

  inflate(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): number {
    const length = end - start;
    if (length > this.#limits.maxFrameBytes) {
      throw new ProtocolError("frame-too-large", { limit: this.#limits.maxFrameBytes, stage: "frame" });
    }
    const limit = Math.max(0, Math.min(maxInflatedBytes, this.#limits.maxInflatedBytes));
    const result = this.#run(source, start, end, limit);
    if (result >= 0) {
      return result;
    }
    throw this.#refusal(result, length, limit);
  }

  #run(source: Uint8Array, start: number, end: number, limit: number): number {
    const length = end - start;
    if (start < 0 || length < 0 || end > source.length) {
      return truncated;
    }
    if (source.length - length <= copiedSurroundings) {
      // The whole message, marker and all, allocates nothing; a view of its middle would cost five times this copy.
      this.machine.source.set(source);
      return this.machine.inflate(start, end, limit);
    }
    this.machine.source.set(source.subarray(start, end));
    return this.machine.inflate(0, length, limit);
  }

  #refusal(status: number, length: number, limit: number): ProtocolError {
    if (status === truncated) {
      return new ProtocolError("frame-truncated", { length });
    }
    if (status === tooLarge) {
      return new ProtocolError("frame-too-large", { limit, stage: "inflated" });
    }
    if (status === trailingBytes) {
      return new ProtocolError("frame-trailing-bytes", { trailing: this.machine.countTrailingBytes() });
    }
    return new ProtocolError("frame-corrupt", { check: failedChecks[status] ?? "block" });
  }
}
