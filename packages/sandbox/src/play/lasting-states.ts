import type { Command } from "@depthwire/exchange";
import type { Undo } from "./undo.js";

/** One thing that a step sets and takes back. */
export interface SettableState<Value> {
  /** What it belongs to; those of one name are one. */
  readonly name: string;
  /** What it is when no step says otherwise. */
  readonly usual: Value;
  readonly command: (value: Value) => Command;
}

interface Wanted {
  readonly usual: Command;
  /** The latest at the end. */
  readonly commands: Set<{ readonly command: Command }>;
}

/** What steps have set. Of steps that overlap the latest counts; each takes back only what it did. */
export class LastingStates {
  readonly #apply: (command: Command) => unknown;
  readonly #wanted: Map<string, Wanted> = new Map();

  /** @param apply carries out what sets a state */
  constructor(apply: (command: Command) => unknown) {
    this.#apply = apply;
  }

  /** Sets something. @returns takes it back */
  set<Value>({ name, usual, command }: SettableState<Value>, value: Value): Undo {
    const wanted = this.#wanted.get(name) ?? { usual: command(usual), commands: new Set() };
    this.#wanted.set(name, wanted);
    const own = { command: command(value) };
    wanted.commands.add(own);
    this.#apply(own.command);
    return () => {
      const wasLatest = [...wanted.commands].at(-1) === own;
      wanted.commands.delete(own);
      if (wasLatest) {
        this.#apply(latestOf(wanted));
      }
      if (wanted.commands.size === 0) {
        this.#wanted.delete(name);
      }
    };
  }

  /** What would take back everything that is set. */
  usual(): readonly Command[] {
    return [...this.#wanted.values()].map(({ usual }) => usual);
  }

  /** Sets everything again that is set: the exchange has gone back to where it was not. */
  setAgain(): void {
    for (const wanted of this.#wanted.values()) {
      this.#apply(latestOf(wanted));
    }
  }
}

function latestOf({ usual, commands }: Wanted): Command {
  return [...commands].at(-1)?.command ?? usual;
}
