import type { Answer, HostedAccelerator, LocalCall } from "@depthwire/accelerator/internal";
import { type Account, openVenue } from "@depthwire/client";
import { Credential } from "@depthwire/core";
import { traderLimits } from "../audit/limit-audit.js";
import type { SecretAudit } from "../audit/secret-audit.js";
import type { Process } from "../kernel/process.js";
import { toleranceMs } from "../programs/trader-parts.js";
import type { VenueProgram } from "../programs/venue-program.js";
import type { AcceleratorParts } from "./accelerator-parts.js";
import type { LocalServer } from "./local-way.js";

/** What every life of an accelerator begins with. */
export interface AcceleratorKey {
  readonly name: string;
  readonly key: { readonly apiKey: string; readonly apiSecret: string };
  readonly protocol: "prefix" | "channel";
  readonly secrets: SecretAudit;
}

/** How long a call waits for its turn, in milliseconds. */
const patienceMs = 20_000;

/** One life of the local accelerator: all of it but its sockets and the door before them. */
export class AcceleratorProgram implements LocalServer {
  readonly process: Process;
  #host: HostedAccelerator | undefined;
  /** Why it does not start. */
  #failure: unknown;
  #runsSinceMs: number;
  #isStopping = false;

  constructor(site: AcceleratorKey, process: Process, venueProgram: VenueProgram, parts: AcceleratorParts) {
    this.process = process;
    this.#runsSinceMs = process.clock.monotonicMs();
    const { pushUrl, restUrl, serviceName } = venueProgram.venue;
    const { clock, network, logger, data } = parts;
    const address = {
      addresses: [pushUrl],
      restAddress: restUrl,
      protocol: site.protocol,
      serviceName,
      backoff: { firstWindowMs: 500, maxWindowMs: 8_000 },
    };
    const venue = openVenue(
      { ...address, logger },
      {
        clock,
        random: process.random,
        openSocket: network.openSocket,
        http: { connections: 8, open: () => ({ request: network.http, close: () => Promise.resolve() }) },
      },
    );
    void this.#begin(site, () =>
      parts.host(
        {
          venue: address,
          credential: new Credential(site.key),
          pairs: ["4BTC_USDT"],
          trader: { limits: traderLimits, outcomes: { toleranceMs } },
          data: { directory: "the accelerator's" },
          patienceMs,
          logger,
        },
        { venue, clock, random: process.random, data },
      ),
    );
  }

  get isListening(): boolean {
    return this.#host !== undefined && !this.#isStopping && !this.process.isDead;
  }

  /** Whether it gave up before it listened, as where its disk is full. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Undefined before it listens. */
  get account(): Account | undefined {
    return this.#host?.account;
  }

  /** How long it has been running without a pause, in milliseconds. */
  get runsForMs(): number {
    return this.process.clock.monotonicMs() - this.#runsSinceMs;
  }

  /** It goes on after a pause. */
  resumed(): void {
    this.#runsSinceMs = this.process.clock.monotonicMs();
  }

  /** It ends by itself, as where somebody asks it to. @param ended acts when it has ended; never, where it is killed before */
  stop(ended: () => void): void {
    // One that stands still hears of it when it goes on, one that has ended never.
    this.process.enter(() => {
      this.#isStopping = true;
      void this.#host?.close().then(() => this.process.enter(ended));
    });
  }

  /** @throws RangeError before it listens */
  answer(call: LocalCall): Promise<Answer> {
    if (this.#host === undefined) {
      throw new RangeError("it does not listen yet");
    }
    return this.#host.answer(call);
  }

  async #begin({ name, secrets }: AcceleratorKey, host: () => Promise<HostedAccelerator>): Promise<void> {
    try {
      this.#host = await host();
    } catch (error) {
      secrets.error(name, error);
      this.#failure = error;
    }
  }
}
