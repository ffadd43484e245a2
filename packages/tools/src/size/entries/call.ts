import { callOnce, type OnceOptions } from "@depthwire/rest";
import { getServerTime, type ServerTime } from "@depthwire/schema/usdt";

/** Calls one operation of the venue, once. */
export function tellVenueTime(options: OnceOptions): Promise<ServerTime> {
  return callOnce(getServerTime, {}, options);
}
