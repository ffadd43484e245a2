import type { Finding } from "./target.js";

/** What a worker is to do. */
export interface FuzzOrders {
  readonly target: string;
  readonly seed: number;
  readonly inputs: number;
  /** Epoch milliseconds at which it ends, however many inputs are left. */
  readonly untilMs: number;
  readonly earlier: readonly Uint8Array[];
  /** Different findings after which the target is given up; 20 by default. */
  readonly maxFindings?: number;
  /** Where the worker writes which input it is at: see {@link CurrentInput}. */
  readonly current: SharedArrayBuffer;
}

/** What a worker came to. */
export interface WorkerReport {
  readonly inputs: number;
  readonly taken: number;
  readonly edges: number;
  readonly kept: number;
  readonly crashers: readonly { readonly finding: Finding; readonly input: Uint8Array }[];
}

/** The harness itself failed. */
export interface WorkerFailure {
  readonly failure: string;
}

const headerWords = 2;
const maxBytes = 65_536;

/** The input that a worker is at, in memory that outlives it: an input that never ends can be told from outside. */
export class CurrentInput {
  readonly buffer: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * headerWords + maxBytes)) {
    this.buffer = buffer;
    this.#header = new Int32Array(buffer, 0, headerWords);
    this.#bytes = new Uint8Array(buffer, 4 * headerWords);
  }

  /** How many inputs were begun. */
  get begun(): number {
    return Atomics.load(this.#header, 0);
  }

  get input(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#header, 1));
  }

  begin(input: Uint8Array): void {
    const length = Math.min(input.length, maxBytes);
    this.#bytes.set(input.subarray(0, length));
    Atomics.store(this.#header, 1, length);
    Atomics.add(this.#header, 0, 1);
  }
}
