/** For siblings alone: not part of the public interface, and without any promise. */
export { venueOptionTable, venueRecordTable } from "./venue-option-table.js";
export type { HttpConnections, HttpPort, ShardThreads, ThreadsPort, WantedThreads } from "./venue-ports.js";
