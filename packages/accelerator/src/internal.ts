/** For siblings that keep data elsewhere, or ask without a port. */
export type { DataFiles, DataRuntime } from "./data/data-runtime.js";
/** For this project's own measurements: the server without what it serves. */
export { Door } from "./guard/door.js";
export { type GuardOptions, guardSettingsOf, openGuardSettingsOf } from "./guard/guard-options.js";
/** The user's keys and how they are asked for: the command keeps them where the accelerator does. */
export { ensureOwnFolder } from "./guard/token.js";
export { type HostedAccelerator, type HostPorts, hostAccelerator } from "./hosted-accelerator.js";
export { askForKey, askForPassphrase } from "./keys/ask-for-key.js";
export { KeyRefused } from "./keys/key-refused.js";
export { KeyStore } from "./keys/key-store.js";
export type { KeyParts } from "./keys/sealed-key.js";
export { usualAccount } from "./keys/usual-account.js";
export { askHidden, isTyped, type Terminal } from "./program/ask-hidden.js";
export { passphraseOf } from "./program/passphrase-of.js";
export { type Answer, jsonText, type OpenResponse } from "./server/answer.js";
export type { LocalCall } from "./server/answer-request.js";
export { createHttpServer, listen, shut } from "./server/http-server.js";
export type { Route } from "./server/route.js";
export { Router } from "./server/router.js";
export { venueFile } from "./short/openapi.js";
