import { Exchange } from "@depthwire/exchange/internal";
import type { GivenExchange } from "../host/exchange-host.js";
import { exchangeConfigOf, type SandboxSettings } from "../options.js";
import { stateOf } from "./state-copy.js";
import type { VenueSnapshot } from "./venue-snapshots.js";

/** A venue's settings for its fork: it keeps nothing, and no scenario plays. */
export function forkSettings(settings: SandboxSettings): SandboxSettings {
  return { ...settings, data: undefined, scenario: undefined, faults: [] };
}

/** An exchange of its own that goes on from a snapshot. */
export function forkedExchange(settings: SandboxSettings, { copy }: VenueSnapshot): GivenExchange {
  return { exchange: new Exchange(exchangeConfigOf(settings), stateOf(copy)), isPresent: true };
}
