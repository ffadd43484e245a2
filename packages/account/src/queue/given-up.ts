import { TransportError } from "@depthwire/core";
import type { AbortListeners } from "@depthwire/core/internal";

/** The signal by which a caller gives something up, as what is given up follows it. */
export interface GiveUp {
  /** Calls back once, with what loops throw then. Returns what ends it. */
  follow(end: (error: TransportError<"aborted">) => void): () => void;
}

/** However many follow one signal, it has one listener. */
export function giveUpBy(signal: AbortSignal | undefined, listeners: AbortListeners): GiveUp | undefined {
  return signal && { follow: (end) => listeners.follow(signal, () => end(abortedBy(signal))) };
}

/** The error of everything that its caller's signal ended: a call, a loop, a stream that is asked for too late. */
export function abortedBy(signal: AbortSignal | undefined): TransportError<"aborted"> {
  return new TransportError("aborted", {}, { cause: signal?.reason });
}
