import type { Clock } from "@depthwire/core";
import type { BusMessage } from "../bus/bus.js";
import { decodeEchoQuestion, encodeEchoAnswer } from "../wire/echo.js";
import { AskerBudget, type AskerLimits } from "./asker-budget.js";
import type { OwnerCounts } from "./owner-counts.js";

/** Echoes that one connection is answered: a consumer asks ten times a second for each of 64 shards, and the bus may have kept those of some seconds. */
const askerEchoes: AskerLimits = { burst: 8_000, perSecond: 4_000 };

/** Answers questions whether consumers hear the owner, for all shards of a thread: at once, and to each connection its share. */
export class EchoAnswers {
  readonly #budget: AskerBudget;
  readonly #counts: OwnerCounts;

  constructor(clock: Clock, counts: OwnerCounts) {
    this.#budget = new AskerBudget(clock, askerEchoes);
    this.#counts = counts;
  }

  /**
   * Answers a question under this term; 0 where nobody acts for the shard.
   *
   * @returns `newcomer` where who was answered knows no list of names
   */
  answer({ bytes, asker, respond }: BusMessage, term: number): "newcomer" | undefined {
    if (!this.#budget.has(asker)) {
      this.#counts.refused++;
      return undefined;
    }
    const question = decodeEchoQuestion(bytes);
    if (typeof question === "string") {
      this.#counts.malformed++;
      return undefined;
    }
    if (term === 0) {
      return undefined;
    }
    this.#budget.spend(asker, 1);
    respond(encodeEchoAnswer({ nonce: question.nonce, term }));
    this.#counts.echoes++;
    return question.list === 0 ? "newcomer" : undefined;
  }
}
