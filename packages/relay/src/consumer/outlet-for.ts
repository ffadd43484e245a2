import { depthChannel } from "../wire/bus-channel.js";
import { BookOutlet } from "./book-outlet.js";
import { EventOutlet } from "./event-outlet.js";
import type { FollowedChannel, Outlet, OutletParts } from "./outlet.js";

/** Where the messages of a channel go. */
export function outletFor(followed: FollowedChannel, parts: OutletParts): Outlet {
  return followed.name === depthChannel ? new BookOutlet(followed, parts) : new EventOutlet(followed, parts);
}
