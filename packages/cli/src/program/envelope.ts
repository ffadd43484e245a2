/** What a line of `--json` is about. */
export type EnvelopeKind = "item" | "result" | "error";

/** One line of standard output with `--json`. Keys are only ever added. */
export interface Envelope {
  /** `item`: one of many; `result`: what came of it, the last line; `error`: why there is no result, the last line. */
  readonly kind: EnvelopeKind;
  /** The command's name. */
  readonly command: string;
  readonly data?: object;
  readonly error?: EnvelopeError;
  readonly exitCode?: number;
}

/** Why a command has no result. */
export interface EnvelopeError {
  /** From docs/errors.md, or one of the command's own: never changes. */
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly remedy?: string | undefined;
  readonly details?: object | undefined;
}
