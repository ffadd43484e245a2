/** For siblings alone: not part of the public interface, and without any promise. */
export { callerOptionTable } from "./client/caller-option-table.js";
export { traderOptionTable } from "./trader/trader-option-table.js";
