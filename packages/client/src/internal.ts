/** For siblings alone: not part of the public interface, and without any promise. */

export type * from "./types.js";
export { venueOptionTable, venueRecordTable } from "./venue-option-table.js";
