import type { CancelTimer } from "@depthwire/core";
import type { Command } from "@depthwire/exchange";
import { SnapshotError } from "../snapshots/snapshot-error.js";
import { LastingStates } from "./lasting-states.js";
import type { PreparedScenario, PreparedStep } from "./scenario.js";
import type { Act, Play, Stage } from "./stage.js";
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
  /** Steps that could not be carried out when their time came. */
  readonly refused: readonly RefusedStep[];
}

/** A step that could not be carried out. */
export interface RefusedStep {
  /** What it does. */
  readonly do: string;
  readonly atMs: number;
  readonly reason: string;
}

/** One playing of a scenario, as far as it is. */
interface Playing {
  readonly scenario: PreparedScenario;
  readonly startedAtMs: number;
  begun: number;
  isStopped: boolean;
  readonly refused: RefusedStep[];
}

/** Plays one scenario at a time, by the venue's clock. */
export class ScenarioPlayer {
  readonly #stage: Stage;
  #timers: CancelTimer[] = [];
  #states: LastingStates | undefined;
  readonly #undos: Set<Undo> = new Set();
  readonly #motions: Set<Undo> = new Set();
  #playing: Playing | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** How the latest scenario stands; nothing where none was played. */
  status(): ScenarioStatus | undefined {
    if (this.#playing === undefined) {
      return undefined;
    }
    const { scenario, startedAtMs, begun, isStopped, refused } = this.#playing;
    const steps = scenario.steps.length;
    const lasting = this.#undos.size;
    const state = isStopped ? "stopped" : begun === steps && lasting === 0 ? "over" : "playing";
    return { name: scenario.name, startedAtMs, steps, begun, lasting, state, refused: [...refused] };
  }

  /** What would take back what the scenario has set for a time: it does not belong to a snapshot. */
  takingBack(): readonly Command[] {
    return this.#states?.usual().filter((command) => this.#canApply(command)) ?? [];
  }

  /** Begins a scenario now. What goes on of another one is stopped. */
  play(scenario: PreparedScenario): void {
    this.stop();
    const { clock, host } = this.#stage;
    const markets = [...host.exchange.state.markets];
    const indexAtStart = new Map(markets.map(([pair, { index }]) => [pair, Math.floor(index.micros / 1_000_000)]));
    this.#states = new LastingStates((command) => this.#canApply(command) && host.apply(command));
    const play = { ...this.#stage, indexAtStart, states: this.#states };
    const playing: Playing = { scenario, startedAtMs: host.now(), begun: 0, isStopped: false, refused: [] };
    this.#playing = playing;
    this.#timers = scenario.steps.map((step) =>
      clock.after(step.atMs, () => {
        playing.begun += 1;
        const { does, atMs } = step;
        const refuse = (reason: string): void => void playing.refused.push({ do: does, atMs, reason });
        this.#begin(step, { ...play, refuse });
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

  /** Whether whom the command is about is there: going back may have taken the account away, and the command would make it anew. */
  #canApply(command: Command): boolean {
    return command.kind !== "set-account" || this.#stage.host.exchange.state.users.has(command.account);
  }

  #begin({ act, forMs, does }: PreparedStep, play: Play): void {
    const undo = actOrRefuse(act, play);
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

/** Snapshots are refused with errors: the step is refused then, and the scenario goes on. */
function actOrRefuse(act: Act, play: Play): Undo | undefined {
  try {
    return act(play);
  } catch (error) {
    if (!(error instanceof SnapshotError)) {
      throw error;
    }
    play.refuse(error.message);
    return undefined;
  }
}
