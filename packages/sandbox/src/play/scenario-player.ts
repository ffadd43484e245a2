import type { CancelTimer } from "@depthwire/core";
import type { Command } from "@depthwire/exchange";
import { LastingStates } from "./lasting-states.js";
import type { PreparedScenario, PreparedStep } from "./scenario.js";
import type { Play, Stage } from "./stage.js";
import type { Undo } from "./undo.js";

/** How a scenario stands. */
export interface ScenarioStatus {
  readonly name: string;
  /** Epoch milliseconds by the venue's clock. */
  readonly startedAtMs: number;
  readonly steps: number;
  /** Steps that have begun. */
  readonly begun: number;
  /** Steps that last for a time and are not over yet. */
  readonly lasting: number;
  readonly state: "playing" | "over" | "stopped";
}

/** Plays one scenario at a time, by the venue's clock. */
export class ScenarioPlayer {
  readonly #stage: Stage;
  #timers: CancelTimer[] = [];
  #states: LastingStates | undefined;
  readonly #undos: Set<Undo> = new Set();
  readonly #motions: Set<Undo> = new Set();
  #playing:
    | { readonly scenario: PreparedScenario; readonly startedAtMs: number; begun: number; isStopped: boolean }
    | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** How the latest scenario stands; nothing where none was played. */
  status(): ScenarioStatus | undefined {
    if (this.#playing === undefined) {
      return undefined;
    }
    const { scenario, startedAtMs, begun, isStopped } = this.#playing;
    const steps = scenario.steps.length;
    const lasting = this.#undos.size;
    const state = isStopped ? "stopped" : begun === steps && lasting === 0 ? "over" : "playing";
    return { name: scenario.name, startedAtMs, steps, begun, lasting, state };
  }

  /** What would take back what the scenario has set for a time: it does not belong to a snapshot. */
  takingBack(): readonly Command[] {
    return this.#states?.usual() ?? [];
  }

  /** Begins a scenario now. What goes on of another one is stopped. */
  play(scenario: PreparedScenario): void {
    this.stop();
    const { clock, host } = this.#stage;
    const markets = [...host.exchange.state.markets];
    const indexAtStart = new Map(markets.map(([pair, { index }]) => [pair, Math.floor(index.micros / 1_000_000)]));
    this.#states = new LastingStates((command) => host.apply(command));
    const play: Play = { ...this.#stage, indexAtStart, states: this.#states };
    const playing = { scenario, startedAtMs: host.now(), begun: 0, isStopped: false };
    this.#playing = playing;
    this.#timers = scenario.steps.map((step) =>
      clock.after(step.atMs, () => {
        playing.begun += 1;
        this.#begin(step, play);
      }),
    );
  }

  /** Nothing more of the scenario happens, and what was to last for a time is over. */
  stop(): void {
    if (this.#playing !== undefined) {
      this.#playing.isStopped = true;
    }
    for (const cancel of this.#timers) {
      cancel();
    }
    this.#timers = [];
    const undos = [...this.#undos, ...this.#motions];
    this.#undos.clear();
    this.#motions.clear();
    for (const undo of undos) {
      undo();
    }
  }

  #begin({ act, forMs, does }: PreparedStep, play: Play): void {
    const undo = act(play);
    if (does === "move-index" && undo !== undefined) {
      this.#motions.add(undo);
    }
    if (forMs === undefined || undo === undefined) {
      return;
    }
    this.#undos.add(undo);
    this.#timers.push(
      play.clock.after(forMs, () => {
        if (this.#undos.delete(undo)) {
          undo();
        }
      }),
    );
  }
}
