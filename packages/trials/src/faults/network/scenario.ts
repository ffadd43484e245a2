import type { Random } from "@depthwire/core";
import type { ClientHabit } from "./client-messages.js";
import type { Findings } from "./findings.js";

/** What a scenario is told. */
export interface NetworkContext {
  /** How many orders it is to place, roughly: it may need a few more or less. */
  readonly orders: number;
  readonly random: Random;
  readonly habit: ClientHabit;
  /** `short` keeps outages short where the rule is the same. */
  readonly length: "full" | "short";
}

/** One way in which a network, a venue or a machine fails. */
export interface Scenario {
  readonly name: string;
  run(context: NetworkContext): Promise<Findings>;
}
