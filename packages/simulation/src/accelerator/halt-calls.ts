import type { Random } from "@depthwire/core";
import type { HaltAudit } from "../audit/halt-audit.js";
import type { LocalOutcome } from "./local-way.js";
import { bodyOf } from "./order-calls.js";

/** Makes a call with a JSON body, or without one. */
export type AskJson = (method: string, target: string, body?: object) => Promise<LocalOutcome>;

/** Halts that a bot asks for, and what it may rely upon by what it was told. */
export class HaltCalls {
  readonly #random: Random;
  readonly #ask: AskJson;
  readonly #halts: HaltAudit;
  readonly #reached: () => void;
  /** Whether it was told that trading is halted, and that this is kept. */
  #told: "none" | "halted" | "kept" = "none";
  #isAsking = false;
  /** Lives of the accelerator that have ended. */
  #ended = 0;

  /** @param reached the bot was told that everything is cancelled */
  constructor(
    random: Random,
    ask: AskJson,
    { halts, reached }: { readonly halts: HaltAudit; readonly reached: () => void },
  ) {
    this.#random = random;
    this.#ask = ask;
    this.#halts = halts;
    this.#reached = reached;
  }

  /** Whether it was told that trading is halted, and has not asked to go on. */
  get isHalted(): boolean {
    return this.#told !== "none";
  }

  /** The accelerator is ended. A halt that it did not say to have kept ends with it. */
  serverEnded(): void {
    this.#ended += 1;
    if (this.#told !== "kept") {
      this.#letGo();
    }
  }

  /** Halts, resumes, or asks how it stands: one question at a time, since which of two answers came last would say nothing. */
  async turn(): Promise<void> {
    if (this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    try {
      await (this.isHalted && this.#random() < 0.75 ? this.#resume() : this.#halt());
    } finally {
      this.#isAsking = false;
    }
  }

  async #resume(): Promise<void> {
    this.#letGo();
    await this.#ask("DELETE", "/halt");
  }

  async #halt(): Promise<void> {
    const life = this.#ended;
    const asks = this.#random() < 0.6;
    const outcome = await (asks ? this.#ask("GET", "/halt") : this.#ask("POST", "/halt", { reason: "news" }));
    const { halted, keeping, isReached } = bodyOf(outcome) as {
      readonly halted?: boolean;
      readonly keeping?: string;
      readonly isReached?: boolean;
    };
    // What an ended life did not keep has ended with it.
    if (halted === true && (life === this.#ended || keeping === "kept")) {
      this.#told = keeping === "kept" ? "kept" : "halted";
      this.#halts.halted();
    }
    if (isReached === true) {
      this.#reached();
    }
  }

  #letGo(): void {
    this.#told = "none";
    this.#halts.resumed();
  }
}
