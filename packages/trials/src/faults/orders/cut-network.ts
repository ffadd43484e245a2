import {
  type CancelTimer,
  type Clock,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Random,
  TransportError,
} from "@depthwire/core";
import type { InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { type Fate, type FateDraw, type FateName, fates, questionFate, silenceFate } from "./fates.js";

/** What a {@link CutNetwork} lies between, and what it draws from. */
export interface CutNetworkParts {
  readonly venue: InMemoryVenue;
  readonly random: Random;
  readonly toleranceMs: number;
  /** The fate of the next request that must never be carried out twice. */
  readonly deal: () => Exclude<FateName, "silence">;
  /** Called with the fate that such a request meets. */
  readonly met: (request: HttpRequest, fate: FateName) => void;
}

/** Paths of the calls that must never be carried out twice. */
const neverTwice = ["/order/open", "/order/planOpen", "assets/transfer", "/changeMargin", "/transferOut"] as const;

/** A network between a client and a venue in memory: each request has a fate of its own, in simulated time. */
export class CutNetwork {
  readonly #parts: CutNetworkParts;
  #silentFromMs = Number.POSITIVE_INFINITY;
  #silentUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: CutNetworkParts) {
    this.#parts = parts;
  }

  /** The network as a client's port. */
  readonly http: HttpClient = (address, request, { signal }) => {
    const fate = this.#fateOf(request);
    return new Promise((resolve, reject) => {
      new Delivery(this.#parts, { address, request, fate, signal }, resolve, reject).begin();
    });
  };

  /** For a while nothing comes back from the venue. */
  silence(fromMs: number, forMs: number): void {
    const nowMs = this.#parts.venue.clock.monotonicMs();
    this.#silentFromMs = nowMs + fromMs;
    this.#silentUntilMs = nowMs + fromMs + forMs;
  }

  #fateOf(request: HttpRequest): Fate {
    const { venue, random, toleranceMs, deal, met } = this.#parts;
    const draw: FateDraw = { random, requestBytes: bytesOf(request), toleranceMs };
    const nowMs = venue.clock.monotonicMs();
    const isSilent = nowMs >= this.#silentFromMs && nowMs < this.#silentUntilMs;
    if (!neverTwice.some((path) => request.target.endsWith(path))) {
      return isSilent ? silenceFate(draw) : questionFate(draw);
    }
    const name = isSilent ? "silence" : deal();
    met(request, name);
    return name === "silence" ? silenceFate(draw) : fates[name](draw);
  }
}

/** Roughly as a client writes it: where it is cut matters, not how it is spelt. */
function bytesOf({ method, target, headers, body = "" }: HttpRequest): number {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`.length;
}

interface OneRequest {
  readonly address: string;
  readonly request: HttpRequest;
  readonly fate: Fate;
  readonly signal: AbortSignal | undefined;
}

/** One request on its way. What was written goes on although the client has given up. */
class Delivery {
  readonly #venue: InMemoryVenue;
  readonly #clock: Clock;
  readonly #one: OneRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #abandon = (): void => this.#fail("aborted");
  #cancelLoss: CancelTimer = () => undefined;

  constructor(
    { venue }: CutNetworkParts,
    one: OneRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#venue = venue;
    this.#clock = venue.clock;
    this.#one = one;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    const { fate, signal } = this.#one;
    if (signal?.aborted === true) {
      this.#reject(new TransportError("aborted", {}, { ambiguous: false }));
      return;
    }
    signal?.addEventListener("abort", this.#abandon);
    if (fate.lostAfterMs !== undefined) {
      this.#cancelLoss = this.#clock.after(fate.lostAfterMs, () => this.#fail("connection-lost"));
    }
    if (fate.arrivesAfterMs !== undefined) {
      this.#clock.after(fate.arrivesAfterMs, () => void this.#arrive());
    } else {
      this.#answer(fate.answer === "own" ? undefined : fate.answer);
    }
  }

  async #arrive(): Promise<void> {
    const { fate, request } = this.#one;
    const own = await this.#venue.request(request);
    this.#answer(fate.answer === "own" ? own : fate.answer);
  }

  #answer(response: HttpResponse | undefined): void {
    if (response === undefined) {
      return;
    }
    const { answerAfterMs, answerCutAt } = this.#one.fate;
    this.#clock.after(answerAfterMs, () => {
      // Part of an answer is not an answer: its length was promised in the head.
      if (answerCutAt !== undefined && Math.floor(answerCutAt * (response.body.length + 1)) < response.body.length) {
        this.#fail("connection-lost");
        return;
      }
      this.#end();
      this.#resolve(response);
    });
  }

  #fail(code: "connection-lost" | "aborted"): void {
    const { fate, address } = this.#one;
    this.#end();
    if (fate.isUnsent === true) {
      this.#reject(new TransportError("connect-failed", { address, attempts: 1 }, { ambiguous: false }));
    } else if (code === "aborted") {
      this.#reject(new TransportError("aborted", {}, { ambiguous: true }));
    } else {
      this.#reject(new TransportError("connection-lost", { address }, { ambiguous: true }));
    }
  }

  /** What comes later has no effect: a promise is settled once. */
  #end(): void {
    this.#cancelLoss();
    this.#one.signal?.removeEventListener("abort", this.#abandon);
  }
}
