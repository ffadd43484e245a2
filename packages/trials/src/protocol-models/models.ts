/** One way in which a model is checked. */
export interface ModelCheck {
  readonly model: "lease" | "link" | "join" | "heir" | "former" | "events" | "book" | "halt";
  /** Undefined: as it is. Else what is wrong with it, which has to be found. */
  readonly planted: string | undefined;
  /** `fault`: what a store or a consumer could really do; `part`: something that the protocol does without. */
  readonly kind: "sound" | "fault" | "part";
}

/** Every check, the sound models first. */
export const modelChecks: readonly ModelCheck[] = [
  { model: "lease", planted: undefined, kind: "sound" },
  { model: "link", planted: undefined, kind: "sound" },
  { model: "join", planted: undefined, kind: "sound" },
  { model: "heir", planted: undefined, kind: "sound" },
  { model: "former", planted: undefined, kind: "sound" },
  { model: "events", planted: undefined, kind: "sound" },
  { model: "book", planted: undefined, kind: "sound" },
  { model: "halt", planted: undefined, kind: "sound" },
  { model: "lease", planted: "CHECK_AT_PROPOSAL", kind: "fault" },
  { model: "join", planted: "WITHOUT_TERMS", kind: "fault" },
  { model: "join", planted: "FRAMES_NAME_TERMS", kind: "part" },
  { model: "link", planted: "WITHOUT_ECHO", kind: "part" },
  { model: "link", planted: "WITHOUT_COUNTER", kind: "part" },
  { model: "heir", planted: "WITHOUT_WRITTEN_HEIR", kind: "part" },
  { model: "heir", planted: "WITHOUT_MAKE_FIRST", kind: "part" },
  { model: "heir", planted: "WITHOUT_GOING_ON", kind: "part" },
  { model: "former", planted: "WITHOUT_WORD", kind: "part" },
  { model: "former", planted: "WITHOUT_BOUND", kind: "part" },
  { model: "former", planted: "WITHOUT_FORMER", kind: "part" },
  { model: "events", planted: "WITHOUT_EPOCH", kind: "part" },
  { model: "events", planted: "WITHOUT_STATE_GAPS", kind: "part" },
  { model: "events", planted: "WITHOUT_ROWS", kind: "part" },
  { model: "book", planted: "ACCEPT_HOLES", kind: "part" },
  { model: "book", planted: "WITHOUT_TIMES", kind: "part" },
  { model: "halt", planted: "WITHOUT_FENCE", kind: "part" },
  { model: "halt", planted: "WITHOUT_GATE", kind: "part" },
];

/** What spin's checker says at the end of its search. */
export interface SearchResult {
  readonly states: number;
  readonly errors: number;
  /** `whole`: every state was looked at; `cut`: the search ended before, and proves nothing. */
  readonly search: "whole" | "cut";
}

/**
 * Reads the checker's last words.
 *
 * @throws Error where they are not there: then nothing was checked
 */
export function parseSearch(output: string): SearchResult {
  const errors = /errors: (\d+)/.exec(output)?.[1];
  const states = /^\s*([\d.e+]+) states, stored/m.exec(output)?.[1];
  if (errors === undefined || states === undefined) {
    throw new Error(`the checker did not say what it found: ${output.slice(0, 300)}`);
  }
  const isCut = output.includes("max search depth too small") || output.includes("Search not completed");
  // After an error the search ends on purpose.
  return { states: Number(states), errors: Number(errors), search: isCut && errors === "0" ? "cut" : "whole" };
}
