import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { bearerToken, type Facts, isJson, isReading, loginPath } from "./judge.js";

/** Headers with which a connection was admitted. */
interface Headers {
  /** Names and values by turns, as they came. */
  readonly raw: readonly string[];
  /** Places of values that may be another's: tokens, which are compared anew each time, and the length of the body. */
  readonly open: ReadonlyMap<number, "token" | "bearer" | "length">;
  /** Whether the type is JSON, so that something may be changed. */
  readonly isJson: boolean;
}

/**
 * What each connection was admitted with last. Programs send the same headers with every read: host, site and type are not judged again where they
 * are the same to the letter, since nothing else decides. Tokens are compared each time, in constant time.
 */
export class AdmittedBefore {
  readonly #tokenHeaders: ReadonlySet<string>;
  readonly #isToken: ((text: string) => boolean) | undefined;
  readonly #known = new WeakMap<Socket, Headers>();

  /** @param isToken undefined where none is wanted */
  constructor(tokenHeaders: readonly string[], isToken: ((text: string) => boolean) | undefined) {
    this.#tokenHeaders = new Set(tokenHeaders);
    this.#isToken = isToken;
  }

  /** A request was admitted. What depends on more than the texts of its headers is judged anew each time: pages, logins, WebSockets. */
  note({ url = "", socket, rawHeaders: raw }: IncomingMessage, facts: Facts): void {
    const { cookie, origins, isUpgrade, contentType } = facts;
    if (cookie === undefined && origins.length === 0 && !isUpgrade && url.startsWith("/")) {
      this.#known.set(socket, { raw, open: this.#openPlaces(raw), isJson: isJson(contentType) });
    }
  }

  /** Whether a request comes with the headers that its connection was admitted with, and with a token. */
  has({ method = "", url = "", socket, rawHeaders }: IncomingMessage, path: string): boolean {
    const known = this.#known.get(socket);
    if (known === undefined || rawHeaders.length !== known.raw.length || !url.startsWith("/") || path === loginPath) {
      return false;
    }
    if (!isReading(method) && !known.isJson) {
      return false;
    }
    for (let at = 0; at < rawHeaders.length; at++) {
      if (rawHeaders[at] !== known.raw[at] && !known.open.has(at)) {
        return false;
      }
    }
    return this.#showsToken(rawHeaders, known);
  }

  #showsToken(raw: readonly string[], { open }: Headers): boolean {
    if (this.#isToken === undefined) {
      return true;
    }
    for (const [at, kind] of open) {
      const shown = kind === "bearer" ? bearerToken(raw[at]) : raw[at];
      if (kind !== "length" && shown !== undefined && this.#isToken(shown)) {
        return true;
      }
    }
    return false;
  }

  #openPlaces(raw: readonly string[]): Headers["open"] {
    const open = new Map<number, "token" | "bearer" | "length">();
    for (let at = 0; at < raw.length; at += 2) {
      const name = (raw[at] as string).toLowerCase();
      if (this.#tokenHeaders.has(name)) {
        open.set(at + 1, "token");
      } else if (name === "authorization" && ![...open.values()].includes("bearer")) {
        // Of several the first counts.
        open.set(at + 1, "bearer");
      } else if (name === "content-length") {
        open.set(at + 1, "length");
      }
    }
    return open;
  }
}
