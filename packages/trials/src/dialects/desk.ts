import { setTimeout as sleep } from "node:timers/promises";
import { type ClientOptions, WebSocket } from "ws";
import type { Protocol } from "./channels.js";
import { isSuccess, operationOf } from "./operations.js";
import { Pace } from "./pace.js";
import { misfits, type Shape } from "./shape.js";
import type { Signer } from "./signing.js";
import type { DialectTally, Profile } from "./tally.js";
import type { OpenedAccount, Truth } from "./truth.js";

/** An account, and where its requests go: to the venue, or to an accelerator that holds its key. */
export interface Seat extends OpenedAccount {
  readonly restUrl: string;
  /** What lets requests in there, if something does. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One venue that the hands of a run share. */
export interface Hall {
  readonly profile: Profile;
  readonly serviceName: string;
  /** Where all hands connect for what is pushed, as a WebSocket address without a path. */
  readonly pushUrl: string;
  /** Whether requests count when they are signed wrongly: an accelerator signs by itself. */
  readonly signatures: "checked" | "ignored";
  readonly truth: Truth;
  readonly tally: DialectTally;
  /** Whether all hands are to end. Once it is so, it stays so. */
  readonly isOver: () => boolean;
  /** Public requests of all hands come from one address. */
  readonly publicPace: Pace;
  /** The venue's own account, for which a strategy trades coin-margined contracts. */
  readonly resident: Seat;
}

/** Where one hand sits: its key, its wires, and where it tells what it met. */
export class Desk implements Signer {
  readonly hall: Hall;
  readonly hand: string;
  readonly account: number;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly restUrl: string;
  readonly #headers: Seat["headers"];
  readonly #pace = new Pace();
  readonly #open = new Set<WebSocket>();

  constructor(hall: Hall, hand: string, { account, apiKey, apiSecret, restUrl, headers }: Seat) {
    this.hall = hall;
    this.hand = hand;
    this.account = account;
    this.apiKey = apiKey;
    this.apiSecret = apiSecret;
    this.restUrl = restUrl;
    this.#headers = headers;
  }

  get serviceName(): string {
    return this.hall.serviceName;
  }

  get truth(): Truth {
    return this.hall.truth;
  }

  /** Whether the venue has the habits of deployments. */
  get deployed(): boolean {
    return this.hall.profile === "deployed";
  }

  /** Whether the hand's time is up. */
  get over(): boolean {
    return this.hall.isOver();
  }

  /** The plain `fetch`, which waits for the rate limit and takes note of what was called. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const isSigned = init.headers !== undefined || init.body !== undefined;
    const answered = await (isSigned ? this.#pace : this.hall.publicPace).turn();
    const response = await fetch(url, { ...init, headers: { ...(init.headers as object), ...this.#headers } });
    const text = await response.text();
    answered();
    const form = init.body instanceof URLSearchParams ? init.body.toString() : undefined;
    const outcome = response.ok && isSuccess(text) ? "carried-out" : "refused";
    this.hall.tally.answered(this.hall.profile, operationOf(init.method ?? "GET", url, form), outcome);
    return new Response(text, { status: response.status, headers: response.headers });
  };

  /** A plain `ws` socket. One that closes before {@link hangUp} was cut. @param path `/cbu`, or where else this hand connects */
  async connect(path: string, options: ClientOptions = {}): Promise<WebSocket> {
    const socket = new WebSocket(this.hall.pushUrl + path, options);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    this.#open.add(socket);
    socket.on("close", (code, reason) => {
      if (this.#open.delete(socket)) {
        this.hall.tally.lose(this.#who, `${path} ended with ${code} ${reason.toString()}`);
      }
    });
    socket.on("error", () => undefined);
    return socket;
  }

  /** Ends one connection on purpose. */
  hangUp(socket: WebSocket): void {
    this.#open.delete(socket);
    socket.close();
  }

  /** Ends all that is open, on purpose. */
  leave(): void {
    for (const socket of this.#open) {
      this.hangUp(socket);
    }
  }

  /** A message of this channel was read and understood. */
  heard(protocol: Protocol, channel: string): void {
    this.hall.tally.heard(this.hall.profile, protocol, channel);
  }

  /** Holds something against what it should be. @param reason says what is wrong when it does not hold */
  hold(subject: string, isRight: boolean, reason: string): void {
    this.hall.tally.checked(subject);
    if (!isRight) {
      this.wrong(reason);
    }
  }

  /** Holds a record against its shape in the documents; it counts as checked under `fields`. */
  fit(shape: Shape, value: unknown, what: string): void {
    this.hall.tally.checked("fields");
    for (const misfit of misfits(shape, value)) {
      this.wrong(`${what} ${misfit}`);
    }
  }

  /** The venue did what it should not. */
  wrong(reason: string): void {
    this.hall.tally.blame(this.#who, reason);
  }

  pause(ms: number): Promise<void> {
    return sleep(ms);
  }

  /** Waits until something holds. @returns whether it came to that within the time */
  async until(condition: () => boolean, withinMs: number): Promise<boolean> {
    const endMs = performance.now() + withinMs;
    while (!condition()) {
      if (performance.now() > endMs) {
        return false;
      }
      await sleep(10);
    }
    return true;
  }

  get #who(): string {
    return `${this.hall.profile} ${this.hand}`;
  }
}

/** A client as one author would write it: it lives at its desk until its time is over. */
export interface Hand {
  readonly name: string;
  live(desk: Desk): Promise<void>;
}
