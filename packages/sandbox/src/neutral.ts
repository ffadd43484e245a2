export type { InMemorySocket, InMemorySocketHandlers } from "./in-memory/connection.js";
export type { InMemoryRequest, InMemoryResponse } from "./in-memory/hosted-venue.js";
export {
  createVenueWith,
  type InMemoryVenue,
} from "./in-memory/venue.js";
export type { InMemoryVenueOptions } from "./in-memory/venue-options.js";
export type { Compression, SandboxPorts } from "./venue-ports.js";
