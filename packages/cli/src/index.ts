export type { Envelope } from "./program/envelope.js";
export { exitCodes } from "./program/exit-codes.js";
export { runProgram } from "./program/run-program.js";
export { openRecordedMarket } from "./recordings/market/open-recorded-market.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as cliTypes from "./types.js";
