/** Why a step of the venue's time was refused or ended, by code. */
const sentences = {
  "clock-busy": "Time is on its way already: wait for that answer, or end it with POST /_sandbox/clock/pause",
  "gone-back": "The venue went back to a snapshot while time was on its way: the rest of the way was given up",
} as const;

/** A step of the venue's time was refused, or ended on its way. Tell errors apart by `code`. */
export class ClockError extends Error {
  override readonly name = "ClockError";
  /** `clock-busy`: another step is on its way. `gone-back`: the venue went back to a snapshot meanwhile. */
  readonly code: keyof typeof sentences;

  constructor(code: keyof typeof sentences) {
    super(sentences[code]);
    this.code = code;
  }
}
