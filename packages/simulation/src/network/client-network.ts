import type { HttpClient } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import type { Process } from "../kernel/process.js";
import type { Trace } from "../kernel/trace.js";
import type { Link } from "./link.js";
import type { VenueDoor } from "./venue-door.js";
import { type FirstByte, VenueRequest } from "./venue-http.js";
import { VenueSocket } from "./venue-socket.js";

/** The network as a program's ports. */
export interface ClientNetwork {
  readonly openSocket: OpenSocket;
  readonly http: HttpClient;
}

/** What a program's network is made of. */
export interface NetworkParts {
  readonly client: Process;
  readonly link: Link;
  readonly door: VenueDoor;
  readonly trace: Trace;
  readonly firstByte: FirstByte;
}

/** The ports of a program that reaches the venue over a link. */
export function clientNetwork(parts: NetworkParts): ClientNetwork {
  return {
    openSocket: (_address, handlers) => new VenueSocket(parts, handlers),
    http: (address, request, limits) => VenueRequest.send(parts, address, request, limits),
  };
}
