import type { RelayInstanceEvent } from "./instance-event.js";
import type { MemberBeat } from "./member-beat.js";

/** What a {@link NameWatch} works with. */
export interface NameWatchParts {
  /** Its name in the plan. */
  readonly name: string;
  readonly owner: string;
  readonly tell: (event: RelayInstanceEvent) => void;
}

/**
 * Tells who takes part under this instance's own name and began later: this one was stopped, say, was replaced, and woke. Names under which instances own begin
 * with their start, so that of two lives of one name exactly one is told: the older.
 */
export class NameWatch {
  readonly #parts: NameWatchParts;
  readonly #told = new Set<string>();

  constructor(parts: NameWatchParts) {
    this.#parts = parts;
  }

  /** Another instance said something. Who only listens, was refused or leaves replaces nobody. */
  hear({ name, owner, standing, state }: MemberBeat): void {
    const own = this.#parts;
    const takesPart = standing === undefined && state === "present";
    if (name === own.name && owner > own.owner && takesPart && !this.#told.has(owner)) {
      this.#told.add(owner);
      own.tell({ kind: "overtaken", owner });
    }
  }
}
