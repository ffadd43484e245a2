import { TransportError } from "@depthwire/core";
import type { PolicyWatch } from "./policy-watch.js";

/** How long the probe may take, in milliseconds. */
const probeWithinMs = 3_000;

/** What is learned about an address is believed for so long, in milliseconds: calls that fail together ask once. */
const probedForMs = 5_000;

/** What a page can find out about an address: something answers there, or nothing does. */
type ProbeResult = "answers" | "silent";

/**
 * Explains requests that ended in nothing. A page is told the same of a venue that cannot be reached, of a connection that broke, and of an answer that
 * the browser keeps because the venue did not allow the page's origin. So it asks once more, without wanting to read the answer, which needs nobody's
 * leave: when that comes, the venue can be reached.
 */
export class FailedFetches {
  readonly #policy: PolicyWatch;
  readonly #probes = new Map<string, { readonly atMs: number; readonly result: Promise<ProbeResult> }>();

  constructor(policy: PolicyWatch) {
    this.#policy = policy;
  }

  /**
   * @param cause what `fetch` said
   * @returns an error that may be ambiguous: no page is told whether its request was sent
   */
  async explain(address: string, cause: unknown): Promise<TransportError> {
    const { origin } = new URL(address);
    const page = globalThis.location.origin;
    const ambiguous = { ambiguous: true, cause: plain(cause) } as const;
    if (navigator.onLine) {
      const result = await this.#probe(address, origin);
      // A violation is told in a turn of its own, behind this one.
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      if (this.#policy.hasBarred(origin)) {
        const barred = new Error("the page's content security policy bars this address (connect-src)");
        return new TransportError("connect-failed", { address, attempts: 1 }, { cause: barred, retryable: false });
      }
      if (result === "answers") {
        return origin === page
          ? new TransportError("connection-lost", { address }, ambiguous)
          : new TransportError("cors", { address, origin: page }, ambiguous);
      }
    }
    return new TransportError("connect-failed", { address, attempts: 1 }, ambiguous);
  }

  #probe(address: string, origin: string): Promise<ProbeResult> {
    const nowMs = performance.now();
    const known = this.#probes.get(origin);
    if (known !== undefined && nowMs - known.atMs < probedForMs) {
      return known.result;
    }
    const result = probe(address);
    this.#probes.set(origin, { atMs: nowMs, result });
    return result;
  }
}

/** Asks for nothing in particular, and only whether something answers: an answer that may not be read is one. */
async function probe(address: string): Promise<ProbeResult> {
  try {
    await fetch(address, {
      method: "HEAD",
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "follow",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(probeWithinMs),
    });
    return "answers";
  } catch {
    return "silent";
  }
}

/** The browser's words; they hold neither headers nor body. */
function plain(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(navigator.onLine ? said : `${said} (the browser is offline)`);
}
