/** For siblings alone: not part of the public interface, and without any promise. */
export { durabilities } from "./journal/durability.js";
export { profiles } from "./profile.js";
export { handledOperations } from "./rest/handlers.js";
export type * from "./types.js";
