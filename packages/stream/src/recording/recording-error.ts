/** What can be wrong with a recording. */
export interface RecordingErrorDetails {
  /** The bytes at `offset` of `file` are not what was written. `check` names what failed. */
  readonly "recording-corrupt": RecordingPlace & { readonly check: string };
  /** The file is of a version of the format that this package does not read. */
  readonly "recording-version": RecordingPlace & { readonly version: number };
  /** The file ends at `offset`, before what is known to have been written. */
  readonly "recording-truncated": RecordingPlace;
}

/** Where in a recording something was wrong. */
export interface RecordingPlace {
  /** Name of the file; empty where only its bytes were given. */
  readonly file: string;
  /** In bytes from the beginning of the file. */
  readonly offset: number;
}

/** Codes of {@link RecordingError}. */
export type RecordingErrorCode = keyof RecordingErrorDetails;

const sentences: Readonly<Record<RecordingErrorCode, string>> = {
  "recording-corrupt": "The recording is damaged",
  "recording-version": "The recording is of an unknown version",
  "recording-truncated": "The recording ends too early",
};

/** A recording cannot be read from some byte on. Tell errors apart by `code`; the same call fails again. */
export class RecordingError<Code extends RecordingErrorCode = RecordingErrorCode> extends Error {
  override readonly name = "RecordingError";
  readonly code: Code;
  readonly details: RecordingErrorDetails[Code];
  readonly retryable = false;
  readonly ambiguous = false;

  constructor(code: Code, details: RecordingErrorDetails[Code]) {
    const { file, offset } = details;
    super(`${sentences[code]} (${code}: file ${JSON.stringify(file)}, offset ${offset})`);
    this.code = code;
    this.details = details;
  }

  /** The error as plain data, without stack. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, message, retryable, ambiguous, details } = this;
    return { name, code, message, retryable, ambiguous, details };
  }
}
