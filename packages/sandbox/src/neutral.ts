export type { InMemorySocket, InMemorySocketHandlers } from "./in-memory/connection.js";
export {
  createVenueWith,
  type InMemoryRequest,
  type InMemoryResponse,
  type InMemoryVenue,
  type InMemoryVenueOptions,
} from "./in-memory/venue.js";
export type { Compression, SandboxPorts } from "./venue-ports.js";
