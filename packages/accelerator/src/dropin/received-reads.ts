import type { LocalRequest } from "../server/route.js";
import type { PublishedAddress } from "./operations.js";
import type { ReceivedCall, UnreadableCall } from "./received-call.js";

/** So many are remembered. */
const maxKept = 1_000;

/** Longer ones are read each time, in characters of query and body. */
const longest = 500;

/** Reads that were decoded before: whoever reads often asks for the same again and again, and nothing but the text decides what is meant. */
export class ReceivedReads {
  readonly #kept = new Map<string, ReceivedCall>();

  /** What a request means: as before, or as `receive` says. @throws what `receive` throws */
  of(
    { method, path }: PublishedAddress,
    { queryText, body }: LocalRequest,
    receive: () => ReceivedCall | UnreadableCall,
  ): ReceivedCall | UnreadableCall {
    if (queryText.length + body.length > longest) {
      return receive();
    }
    const key = `${method} ${path} ${queryText} ${body}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      return known;
    }
    const received = receive();
    if (received.kind === "call" && received.compiled.operation.purpose === "read") {
      if (this.#kept.size >= maxKept) {
        this.#kept.clear();
      }
      this.#kept.set(key, received);
    }
    return received;
  }
}
