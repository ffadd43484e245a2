import type { RecordingErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `RecordingError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const recordingSentences: Readonly<Record<RecordingErrorCode, string>> = {
  "recording-corrupt": "The recording is damaged",
  "recording-version": "The recording is of an unknown version",
  "recording-truncated": "The recording ends too early",
  "recording-absent": "There is no recording",
  "replay-stalled": "The replay waits for a loop that does not come back",
};
