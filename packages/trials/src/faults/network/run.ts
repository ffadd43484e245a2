import { seededRandom } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import type { ClientHabit } from "./client-messages.js";
import { Findings } from "./findings.js";
import { reportNetwork, type ScenarioResult } from "./report.js";
import type { NetworkContext, Scenario } from "./scenario.js";
import { scenarios } from "./scenarios/index.js";

/** What the run was asked to do. */
export interface NetworkOptions {
  /** Orders to place, over all scenarios. */
  readonly orders: number;
  /** Decides what is drawn; what meets what in real sockets is the machine's. */
  readonly seed: number;
  /** How the client behaves. */
  readonly habit: ClientHabit;
  /** Scenarios at the same time. */
  readonly lanes: number;
  /** Names of those that are played; all when empty. */
  readonly names: readonly string[];
}

/** With fewer orders a scenario is short, too. */
const ordersOfFullScenario = 50;

/** Names of all scenarios. */
export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name);

/** Plays scenarios with real processes and sockets, and tells what came of them. */
export async function runNetwork(options: NetworkOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const startMs = performance.now();
  const { orders: wanted, seed, lanes, names } = options;
  const chosen = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
  const waiting = chosen.map((scenario, index) => ({ scenario, context: contextOf(options, chosen.length, index) }));
  const results: ScenarioResult[] = [];
  const playAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.push(await play(next.scenario, next.context));
      progress(`${results.length} of ${chosen.length} scenarios: ${next.scenario.name}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, chosen.length) }, playAll));
  return reportNetwork({ wanted, seed, results, elapsedMs: performance.now() - startMs });
}

/** Some scenarios end with fewer orders than they were to place. */
const roomForFewer = 1.05;

function contextOf({ orders, seed, habit }: NetworkOptions, count: number, index: number): NetworkContext {
  const share = Math.ceil((orders * roomForFewer) / count);
  const length = share >= ordersOfFullScenario ? "full" : "short";
  return { orders: share, random: seededRandom(seed * 1_000 + index), habit, length };
}

async function play({ name, run }: Scenario, context: NetworkContext): Promise<ScenarioResult> {
  const startMs = performance.now();
  const findings = await run(context).catch((error: unknown) => {
    const broken = new Findings();
    broken.fault("wrong", `the scenario broke off: ${error instanceof Error ? error.stack : String(error)}`);
    return broken;
  });
  return { name, seconds: (performance.now() - startMs) / 1000, findings };
}
