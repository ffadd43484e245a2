export type * from "../mirror/mirror-command.js";
export type * from "./command.js";
export type * from "./venue-commands.js";
