import type { RelayErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `RelayError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const relaySentences: Readonly<Record<RelayErrorCode, string>> = {
  "relay-insecure": "The way to the relay's bus is not encrypted",
  "relay-forbidden": "The relay's bus does not permit it",
  "relay-login-refused": "The relay's bus refused the login",
  "relay-key-unusable": "The file with the key for the relay's bus is not usable",
  "relay-store-unsafe": "The store of leases gives one lease to several holders",
  "relay-store-failed": "A store of the relay did not do what it was asked",
  "relay-handover-refused": "The shard was not handed over",
};
