import type { StoreErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `StoreError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const storeSentences: Readonly<Record<StoreErrorCode, string>> = {
  "store-absent": "The database that keeps data in a directory is not installed",
  "store-locked": "The data directory is in use",
  "store-foreign": "The data directory holds something else",
  "store-version": "The data directory is of another version",
  "store-settings": "The data were made with other settings",
  "store-changed": "A file of the data directory is not as the last clean close left it",
  "store-older": "The data directory holds less than was acknowledged",
  "store-corrupt": "The data directory is damaged",
  "store-failed": "The data directory cannot be used",
  "file-locked": "The file is in use",
  "file-foreign": "The file holds something else",
  "file-corrupt": "The file is damaged",
  "file-failed": "The file cannot be used",
};
