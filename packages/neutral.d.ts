/**
 * What Node 20, browsers, Deno, Bun and workerd all have, and nothing else.
 * Neutral packages are compiled with `types: []` and without the DOM; this file is their whole environment.
 * It is not emitted, and specs do not see it (they have Node's types).
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: "utf-8" | "latin1", options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}

declare function queueMicrotask(callback: () => void): void;

/** Of Web Crypto what pages without TLS have too. */
declare const crypto: {
  getRandomValues(into: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer>;
};

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Memory {
    constructor(limits: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
