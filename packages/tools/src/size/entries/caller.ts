import { type CallerOptions, type CallerPorts, call, createCaller } from "@depthwire/rest";
import { getServerTime, type ServerTime } from "@depthwire/schema/usdt";

/** Calls one operation through a caller that could place orders too. */
export function tellVenueTime(options: CallerOptions, ports: CallerPorts): Promise<ServerTime> {
  return call(createCaller(options, ports), getServerTime, {});
}
