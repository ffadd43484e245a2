import type { Scenario } from "../scenario.js";
import { closedAmidOrders } from "./closed-amid-orders.js";
import { doubledRequests } from "./doubled-requests.js";
import { halfOpen } from "./half-open.js";
import { hungNames, hungProxy } from "./hung-ways.js";
import { revocation, rotation } from "./keys.js";
import { killedClient } from "./killed-client.js";
import { killedVenue } from "./killed-venue.js";
import { lookAlikes } from "./look-alikes.js";
import { outageWithHalt } from "./outage-with-halt.js";
import { positionLimit } from "./position-limit.js";
import { queuedAtHalt } from "./queued-at-halt.js";
import { alternatingRoundTrips, constantRoundTrips, randomRoundTrips } from "./round-trips.js";
import { stoppedClient, stoppedVenue } from "./stopped-processes.js";

/** All of them. Those that take longest come first, so that none is waited for alone in the end. */
export const scenarios: readonly Scenario[] = [
  outageWithHalt,
  stoppedVenue,
  stoppedClient,
  hungProxy,
  hungNames,
  killedClient,
  killedVenue,
  lookAlikes,
  halfOpen,
  positionLimit,
  queuedAtHalt,
  closedAmidOrders,
  doubledRequests,
  rotation,
  revocation,
  randomRoundTrips,
  alternatingRoundTrips,
  constantRoundTrips,
];
