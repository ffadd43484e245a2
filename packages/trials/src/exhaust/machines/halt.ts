import { Credential, type HttpClient, type HttpRequest, type HttpResponse, TransportError } from "@depthwire/core";
import { createRestClient, type RestClient, Trader } from "@depthwire/rest";
import { timestampToleranceMs } from "@depthwire/rest/internal";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import type { Machine } from "../machine.js";
import type { HaltMove, HaltParts, HaltSize, Sending } from "./halt-moves.js";
import { HaltVenue } from "./halt-venue.js";

const ownParts: HaltParts = { options: {}, venueFor: (client) => client };
const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
/** Longer than any round of a halt waits, and than the venue takes a request. */
const longMs = 2 * timestampToleranceMs;
/** Time passes so much at once. */
const stepMs = 1_000;

/** Resolves when no promise has anything left to do: the client's chains are long, and none waits for the machine's time. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The product's own trader and client, with an adapter and a venue between which an order's request takes any time, is lost with or
 * without its answer, or comes when nobody expects it any more, as long as the venue takes its timestamp.
 */
export class HaltWorld {
  fault: string | undefined;
  /** What could be seen from outside, by the names that the model has for it, and the place of an order where it is about one. */
  readonly seen: (string | readonly [string, number])[] = [];
  readonly #clock = fakeClock();
  readonly #venue = new HaltVenue();
  readonly #client: RestClient;
  readonly #trader: Trader;
  #sending: Sending[] = [];
  #late: Pick<Sending, "order" | "body" | "signedAtMs">[] = [];
  #isDown = false;
  #outages = 0;
  #orders = 0;
  #halts = 0;
  /** Places of orders whose requests the adapter was given. */
  readonly #handedOver = new Set<number>();
  #isHalted = false;
  #isReached = false;
  #log = "";

  constructor({ options, venueFor }: HaltParts) {
    this.#client = createRestClient(
      { addresses: { rest: "http://venue.test" }, credential: new Credential({ apiKey: "key", apiSecret: "secret" }) },
      { clock: this.#clock, random: seededRandom(1), http: (_, request, limits) => this.#request(request, limits) },
    );
    const venue = venueFor(this.#client, this.#clock);
    this.#trader = new Trader(options, { venue, clock: this.#clock });
  }

  moves({ orders, outages }: HaltSize): readonly HaltMove[] {
    const moves: HaltMove[] = [];
    if (this.#orders < orders) {
      moves.push({ kind: "order" });
    }
    if (this.#isHalted) {
      moves.push({ kind: "resume" });
    } else if (this.#halts === 0) {
      moves.push({ kind: "halt" });
    }
    this.#sending.forEach(({ isSent }, place) => {
      const kinds = isSent ? (["answer", "lose the answer", "cut"] as const) : (["leave"] as const);
      moves.push(...kinds.map((kind) => ({ kind, place })));
    });
    moves.push(...this.#late.map((_, place) => ({ kind: "arrive late", place }) as const));
    if (this.#isDown) {
      moves.push({ kind: "end of outage" });
    } else if (this.#outages < outages) {
      moves.push({ kind: "outage" });
    }
    return [...moves, { kind: "pass", ms: 1_000 }, { kind: "pass", ms: longMs }];
  }

  async make(move: HaltMove): Promise<void> {
    this.#log += `${move.kind}${"place" in move ? move.place : ""}${"ms" in move ? move.ms : ""};`;
    switch (move.kind) {
      case "order":
        this.seen.push("ORDER");
        void this.#place(this.#orders++);
        break;
      case "halt":
        this.#halt();
        break;
      case "resume":
        this.seen.push("RESUME");
        this.#isHalted = false;
        this.#isReached = false;
        this.#client.resume();
        break;
      case "outage":
        this.#outages++;
        this.#isDown = true;
        break;
      case "end of outage":
        this.#isDown = false;
        break;
      case "pass":
        await this.#pass(move.ms);
        if (move.ms < longMs) {
          this.seen.push("MOMENT");
        }
        break;
      case "arrive late":
        this.#arriveLate(this.#late.splice(move.place, 1)[0]);
        break;
      default:
        this.#proceed(move.kind, this.#sending[move.place] as Sending);
    }
    await settled();
    this.#judge(move);
  }

  /** The client answers everything by itself, so a history is what can be told of its state. */
  key(): string {
    return this.#log;
  }

  async #place(place: number): Promise<void> {
    try {
      await this.#trader.place(order);
    } catch {
      if (!this.#handedOver.has(place)) {
        this.seen.push(["STOPPED", place]);
      }
    }
  }

  /** In steps, so that what a timer sets going has come to its end before the next one fires. */
  async #pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      this.#clock.advance(stepMs);
      if (passedMs === timestampToleranceMs) {
        // Nothing that was signed before is taken from here on.
        this.seen.push("LONG");
      }
      await settled();
    }
  }

  #halt(): void {
    this.#halts++;
    this.seen.push("HALT");
    this.#isHalted = true;
    void this.#followHalt();
  }

  async #followHalt(): Promise<void> {
    if ((await this.#trader.halt("enough")) === "reached" && this.#isHalted) {
      this.#isReached = true;
      this.seen.push("REACHED");
      this.#judgeEnd();
    }
  }

  #request(request: HttpRequest, { signal, unsentSignal }: Parameters<HttpClient>[2]): Promise<HttpResponse> {
    const call = request.target.split("/").at(-1) ?? "";
    if (call === "timestamp") {
      return Promise.resolve(responseOf({ time: String(this.#clock.epochMs()) }));
    }
    if (this.#isDown) {
      return Promise.reject(new TransportError("connect-failed", { address: "venue", attempts: 1 }));
    }
    const body = JSON.parse(request.body ?? "{}") as Readonly<Record<string, unknown>>;
    if (call !== "open") {
      return Promise.resolve(responseOf(this.#venue.carryOut(call, body, this.#clock.epochMs())));
    }
    if (this.#isHalted) {
      this.#blame("an opening order was handed to the transport after the halt");
    }
    return new Promise((answer, fail) => {
      const order = this.#orders - 1;
      this.#handedOver.add(order);
      const sending: Sending = { order, body, signedAtMs: this.#clock.monotonicMs(), isSent: false, answer, fail };
      this.#sending.push(sending);
      signal?.addEventListener("abort", () => this.#giveUp(sending));
      unsentSignal?.addEventListener("abort", () => sending.isSent || this.#giveUp(sending));
    });
  }

  /** The caller ended the request: what was sent may arrive all the same. */
  #giveUp(sending: Sending): void {
    if (this.#sending.includes(sending)) {
      this.#end(sending);
      this.seen.push([sending.isSent ? "CUT" : "STOPPED", sending.order]);
      if (sending.isSent) {
        this.#late.push(sending);
      }
      sending.fail(new TransportError("aborted", {}, { ambiguous: sending.isSent }));
    }
  }

  #proceed(kind: "leave" | "answer" | "lose the answer" | "cut", sending: Sending): void {
    this.seen.push([seenAs[kind], sending.order]);
    if (kind === "leave") {
      sending.isSent = true;
      if (this.#isHalted) {
        this.#blame("the first byte of an opening order left after the halt");
      }
      return;
    }
    this.#end(sending);
    if (kind === "cut") {
      this.#late.push(sending);
    } else {
      const told = this.#venue.carryOut("open", sending.body, this.#clock.epochMs());
      if (kind === "answer") {
        sending.answer(responseOf(told));
        return;
      }
    }
    sending.fail(new TransportError("connection-lost", { address: "venue" }, { ambiguous: true }));
  }

  #arriveLate(late: Pick<Sending, "order" | "body" | "signedAtMs"> | undefined): void {
    if (late !== undefined && this.#isGood(late)) {
      this.seen.push(["LATE", late.order]);
      this.#venue.carryOut("open", late.body, this.#clock.epochMs());
    }
  }

  /** Whether the venue still takes a request, by its timestamp. */
  #isGood({ signedAtMs }: Pick<Sending, "signedAtMs">): boolean {
    return this.#clock.monotonicMs() - signedAtMs <= timestampToleranceMs;
  }

  #end(sending: Sending): void {
    this.#sending = this.#sending.filter((one) => one !== sending);
  }

  /** @spec trading: a halt is reached when the venue has confirmed that nothing of it is open, and nothing can come */
  #judgeEnd(): void {
    if (this.#venue.open.length > 0) {
      this.#blame("a halt is called reached, and an order of its is open");
    }
    if (this.#sending.some(({ isSent }) => isSent) || this.#late.some((late) => this.#isGood(late))) {
      this.#blame("a halt is called reached, and an order may still arrive");
    }
  }

  #judge(move: HaltMove): void {
    if (this.#isReached && this.#isHalted && this.#venue.open.length > 0) {
      this.#blame("an order is open after a halt was reached");
    }
    const isQuiet = !this.#isDown && this.#sending.length === 0 && this.#late.every((late) => !this.#isGood(late));
    if (this.#isHalted && !this.#isReached && isQuiet && move.kind === "pass" && move.ms === longMs) {
      this.#blame("nothing keeps a halt from its end, and it is not reached");
    }
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }
}

const seenAs = { leave: "LEAVE", answer: "ANSWER", "lose the answer": "LOSE_ANSWER", cut: "CUT" } as const;

function responseOf(answer: object): HttpResponse {
  return { status: 200, body: new TextEncoder().encode(JSON.stringify(answer)) };
}

/** A trader that halts and resumes, at a venue that is out of reach at times. */
export function haltMachine(size: HaltSize, parts: HaltParts = ownParts): Machine<HaltWorld, HaltMove> {
  return {
    name: "halt",
    restore: "replayed",
    begin: () => new HaltWorld(parts),
    moves: (world) => world.moves(size),
    step: async (world, move) => {
      await world.make(move);
      return world;
    },
    key: (world) => world.key(),
    fault: ({ fault }) => fault,
    describe: (move) =>
      "place" in move ? `${move.kind} ${move.place}` : "ms" in move ? `pass ${move.ms} ms` : move.kind,
  };
}
