/** For this project's own measurements: the server without what it serves. */
export { Door } from "./guard/door.js";
export { type GuardOptions, guardSettingsOf } from "./guard/guard-options.js";
export { jsonText } from "./server/answer.js";
export { createHttpServer, listen } from "./server/http-server.js";
export type { Route } from "./server/route.js";
export { Router } from "./server/router.js";
