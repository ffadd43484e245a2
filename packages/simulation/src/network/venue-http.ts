import { type HttpClient, type HttpRequest, type HttpResponse, TransportError } from "@depthwire/core";
import type { Process } from "../kernel/process.js";
import type { Trace } from "../kernel/trace.js";
import type { Link } from "./link.js";
import type { EndHeard, VenueDoor } from "./venue-door.js";

type HttpCallLimits = Parameters<HttpClient>[2];

/** Hears of each request when its first byte leaves. */
export type FirstByte = (process: Process, request: HttpRequest) => void;

/** What a request is made between. */
export interface RequestParts {
  readonly link: Link;
  readonly door: VenueDoor;
  readonly client: Process;
  readonly trace: Trace;
  readonly firstByte: FirstByte;
}

/** What the network does to one request. */
type Harm = "none" | "never-connects" | "lost-before" | "lost-after" | "late" | "no-answer";

/** A request may be under way so long, in milliseconds: longer than any venue takes it. */
const longestWayMs = 45_000;

/** One request and its answer. What was sent goes on although the client has given up or ended. */
export class VenueRequest {
  readonly #parts: RequestParts;
  readonly #request: HttpRequest;
  readonly #limits: HttpCallLimits;
  readonly #address: string;
  readonly #harm: Harm;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  #isSent = false;
  #isSwallowed = false;
  #isOver = false;
  readonly #abort = (): void => this.#fail("aborted");
  readonly #abortUnsent = (): void => {
    if (!this.#isSent) {
      this.#fail("aborted");
    }
  };

  private constructor(
    parts: RequestParts,
    asked: { readonly address: string; readonly request: HttpRequest; readonly limits: HttpCallLimits },
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#parts = parts;
    this.#address = asked.address;
    this.#request = asked.request;
    this.#limits = asked.limits;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#harm = drawHarm(parts.link);
  }

  /** Sends a request. @throws TransportError as the port says */
  static send(
    parts: RequestParts,
    address: string,
    request: HttpRequest,
    limits: HttpCallLimits,
  ): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      new VenueRequest(parts, { address, request, limits }, resolve, reject).#begin();
    });
  }

  /** The connection breaks; the client hears of it. */
  cut(): void {
    this.#fail("connection-lost");
  }

  /** Nothing comes back any more. */
  swallow(): void {
    this.#isSwallowed = true;
  }

  #begin(): void {
    const { link, client, door } = this.#parts;
    const { signal, unsentSignal } = this.#limits;
    if (signal?.aborted === true || unsentSignal?.aborted === true) {
      this.#reject(new TransportError("aborted", {}));
      return;
    }
    signal?.addEventListener("abort", this.#abort);
    unsentSignal?.addEventListener("abort", this.#abortUnsent);
    link.requests.add(this);
    // A connection is there already, or has to be made.
    const connectMs = link.random() < 0.7 ? 0 : 2 * link.delayMs();
    if (connectMs === 0 && !link.condition.isDown && this.#harm !== "never-connects" && door.isOpen) {
      this.#leave();
      return;
    }
    client.clock.after(connectMs + link.delayMs(), () => {
      if (this.#isOver) {
        return;
      }
      if (link.condition.isDown || this.#harm === "never-connects" || !door.isOpen) {
        this.#fail("connect-failed");
      } else {
        this.#leave();
      }
    });
  }

  #leave(): void {
    const { link, client, door, trace, firstByte } = this.#parts;
    this.#isSent = true;
    firstByte(client, this.#request);
    trace.note(`${client.name} >> ${this.#request.target} ${this.#harm}`, this.#request.body ?? "");
    const { timeline } = link;
    const wayMs = link.delayMs() + (this.#harm === "late" ? link.random() * longestWayMs : 0);
    if (this.#harm === "lost-before" || this.#harm === "late") {
      timeline.at(timeline.nowMs + link.random() * 3_000, client.name, () => this.#lose());
    }
    if (this.#harm !== "lost-before") {
      timeline.at(timeline.nowMs + wayMs, door.name, () => this.#arrive());
    }
  }

  #arrive(): void {
    const { door } = this.#parts;
    if (!door.isOpen) {
      this.#lose();
      return;
    }
    door.enter((venue) => {
      door.onEnd((heard: EndHeard) => {
        if (heard === "told") {
          this.#lose();
        }
      });
      void venue.request(this.#request).then((response) => this.#return(response));
    });
  }

  #return(response: HttpResponse): void {
    const { link, client, trace } = this.#parts;
    const { timeline } = link;
    timeline.at(timeline.nowMs + link.delayMs(), client.name, () => {
      if (this.#harm === "lost-after") {
        this.#lose();
      } else if (this.#harm !== "no-answer" && !this.#isSwallowed) {
        client.enter(() => {
          trace.note(`${client.name} << ${response.status}`, response.body);
          this.#end(() => this.#resolve(response));
        });
      }
    });
  }

  #lose(): void {
    this.#parts.client.enter(() => this.#fail("connection-lost"));
  }

  #fail(code: "aborted" | "connection-lost" | "connect-failed"): void {
    const ambiguous = this.#isSent;
    const address = this.#address;
    this.#end(() =>
      this.#reject(
        code === "aborted"
          ? new TransportError("aborted", {}, { ambiguous })
          : ambiguous
            ? new TransportError("connection-lost", { address }, { ambiguous })
            : new TransportError("connect-failed", { address, attempts: 1 }),
      ),
    );
  }

  #end(settle: () => void): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#limits.signal?.removeEventListener("abort", this.#abort);
    this.#limits.unsentSignal?.removeEventListener("abort", this.#abortUnsent);
    this.#parts.link.requests.delete(this);
    settle();
  }
}

const harms: readonly Harm[] = ["never-connects", "lost-before", "lost-after", "late", "no-answer"];

function drawHarm({ random, condition }: Link): Harm {
  const isHarmed = random() < condition.harm;
  const kind = harms[Math.floor(random() * harms.length)];
  return isHarmed && kind !== undefined ? kind : "none";
}
