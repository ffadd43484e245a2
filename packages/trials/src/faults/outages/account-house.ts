import { type Clock, Credential, type HttpClient, type Random, TransportError } from "@depthwire/core";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { createReconciler } from "@depthwire/rest/internal";
import type { Profile } from "@depthwire/sandbox";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { createEngine, type Engine, type PrivateStream, type PushProtocol } from "@depthwire/stream";
import { createZlibInflate, randomInteger, seededRandom } from "@depthwire/testkit";
import { deck } from "../deck.js";
import { AccountWitness } from "./account-witness.js";
import {
  calm,
  type HappeningName,
  happeningNames,
  happenings,
  restOrder,
  riskyPair,
  type Scene,
} from "./happenings.js";
import { beginOutage, type OutageKind } from "./outage-kinds.js";
import { SimulatedLink } from "./simulated-link.js";
import type { OutageTally } from "./tally.js";

/** One account and how it is followed. */
export interface AccountHouseOptions {
  readonly profile: Profile;
  readonly protocol: PushProtocol;
  readonly seed: number;
  /** Without recovery nobody asks for what was missed: it shows that this check can fail. */
  readonly recovery: "on" | "off";
}

const pairs = 4;
const counterparty = 200_002;
/** A stream that is not whole after this is not going to be. */
const recoveredWithinMs = 180_000;
/** Reconciliations of a healthy connection come every 30 s: after this each has come twice. */
const settledMs = 75_000;
/** One question in so many fails. */
const failingQuestions = 0.03;

/** An account at a venue in memory, followed through outages. */
export class AccountHouse {
  readonly #options: AccountHouseOptions;
  readonly #venue: InMemoryVenue;
  readonly #random: Random;
  readonly #link: SimulatedLink;
  readonly #rest: RestClient;
  readonly #engine: Engine;
  readonly #stream: PrivateStream;
  readonly #witness = new AccountWitness();
  readonly #scene: Scene;
  readonly #nextHappening: () => HappeningName;
  #fills = 0;

  constructor(options: AccountHouseOptions) {
    const { profile, protocol, seed, recovery } = options;
    this.#options = options;
    this.#random = seededRandom(seed);
    this.#venue = createInMemoryVenue({ pairs, profile, seed, tickIntervalMs: 1_000, depthIntervalMs: 1_000 });
    const { clock, userId, serviceName, restUrl, pushUrl } = this.#venue;
    this.#nextHappening = deck(happeningNames, this.#random);
    this.#scene = { venue: this.#venue, random: this.#random, counterparty };
    this.#fund();
    this.#venue.listen((event) => {
      if (!("account" in event) || event.account !== userId) {
        return;
      }
      this.#witness.happened(event);
      this.#fills += event.kind === "filled" ? 1 : 0;
    });
    this.#link = new SimulatedLink(this.#venue);
    const credential = new Credential(this.#venue.credential);
    const ports = { clock, random: this.#random, http: slowHttp(this.#venue, clock, this.#random) };
    this.#rest = createRestClient({ addresses: { rest: restUrl }, credential, serviceName }, ports);
    this.#engine = createEngine(
      { addresses: [pushUrl], protocol, serviceName, backoff: { firstWindowMs: 300, maxWindowMs: 2_000 } },
      {
        clock,
        random: this.#random,
        shard: { openSocket: this.#link.openSocket, createInflate: createZlibInflate },
      },
    );
    // Everything that is asked waits in the client's throttle.
    const recovering = { reconciler: createReconciler(this.#rest) };
    this.#stream = this.#engine.login(credential, recovery === "on" ? { recovery: recovering } : {});
    void this.#follow();
  }

  /** The account is whole, then cut off while things happen to it, then whole again. */
  async outage(kind: OutageKind, tally: OutageTally): Promise<void> {
    await this.#whole("before", kind, tally);
    calm(this.#venue);
    for (let orders = randomInteger(this.#random, 1, 2); orders > 0; orders--) {
      restOrder(this.#scene);
    }
    await this.#pass(0, 400);
    const before = this.#fills;
    const end = beginOutage(kind, { venue: this.#venue, link: this.#link, random: this.#random });
    await this.#happen(randomInteger(this.#random, 2, 5), 1_500, tally);
    tally.fillsDuringOutages += this.#fills - before;
    end();
    // What happens while it comes back is pushed and asked for at once.
    await this.#happen(randomInteger(this.#random, 0, 2), 1_000, tally);
    if (kind === "cut-while-recovering") {
      await this.#pass(50, 6_000);
      this.#link.cut();
      await this.#happen(1, 500, tally);
    }
    await this.#whole("after", kind, tally);
    tally.outages += 1;
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
  }

  /** Waits until nothing is under way, and compares everything. */
  async conclude(tally: OutageTally): Promise<void> {
    this.#venue.faults.clear();
    await this.#venue.elapse(settledMs);
    tally.take(this.#witness);
    tally.requests += this.#stream.statistics.requests;
    const { profile, protocol, seed } = this.#options;
    const found = this.#witness.differences(this.#stream.state, this.#venue.account(this.#venue.userId));
    tally.differences.push(...found.map((difference) => `${profile}, ${protocol}, seed ${seed}: ${difference}`));
    await this.#venue.settle(this.#engine.close());
    this.#rest.close();
    this.#venue.close();
  }

  async #follow(): Promise<void> {
    for await (const event of this.#stream) {
      this.#witness.heard(event);
    }
  }

  #fund(): void {
    const { userId } = this.#venue;
    for (const account of [userId, counterparty]) {
      this.#venue.apply({ kind: "credit", account, coin: "USDT", amount: "10000000", purse: "contract" });
    }
    const risky = { pair: riskyPair(this.#venue), leverageLong: 100, leverageShort: 100 };
    this.#venue.apply({ kind: "change-mode", account: userId, mode: "fixed", ...risky });
  }

  async #happen(count: number, pauseMs: number, tally: OutageTally): Promise<void> {
    for (let left = count; left > 0; left--) {
      const name = this.#nextHappening();
      happenings[name](this.#scene);
      tally.happenings[name] = (tally.happenings[name] ?? 0) + 1;
      await this.#pass(0, pauseMs);
    }
  }

  async #whole(when: "before" | "after", kind: OutageKind, tally: OutageTally): Promise<void> {
    const isWhole = (): boolean => {
      const { status, gap } = this.#stream.state;
      return status === "live" && (gap === undefined || this.#options.recovery === "off");
    };
    // A break must be noticed before its end can be waited for.
    await this.#venue.elapse(when === "after" ? 15_000 : 500);
    for (let waitedMs = 0; !isWhole(); waitedMs += 500) {
      if (waitedMs >= recoveredWithinMs) {
        const { status, gap } = this.#stream.state;
        const { profile, protocol, seed } = this.#options;
        const place = `${profile}, ${protocol}, seed ${seed}, outage ${tally.outages}`;
        tally.unrecovered.push(`${kind} (${place}): ${status}, ${JSON.stringify(gap?.reasons)}`);
        return;
      }
      await this.#venue.elapse(500);
    }
  }

  #pass(minMs: number, maxMs: number): Promise<void> {
    return this.#venue.elapse(randomInteger(this.#random, minMs, maxMs));
  }
}

/** Requests and answers are under way for a while, and now and then one of them is lost. */
function slowHttp(venue: InMemoryVenue, clock: Clock, random: Random): HttpClient {
  return async (address, request, { signal }) => {
    await under(clock, randomInteger(random, 1, 60), signal);
    const answer = await venue.request(request);
    await under(clock, randomInteger(random, 1, 60), signal);
    if (random() < failingQuestions) {
      throw new TransportError("connection-lost", { address }, { ambiguous: true });
    }
    return answer;
  };
}

function under(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new TransportError("aborted", {}, { ambiguous: true }));
    signal?.addEventListener("abort", leave, { once: true });
    clock.after(ms, () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    });
  });
}
