export type * from "./event.js";
