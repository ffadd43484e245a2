export type * from "./command/command.js";
export type * from "./mirror/mirror-command.js";
