import { createInflate } from "@depthwire/book";
import { defaultFrameLimits } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import { createNodeSocketOpener, socketLimitsFor } from "@depthwire/node/internal";
import { createEngine, type Engine, type EnginePorts } from "@depthwire/stream";

/** An engine at the venue, whose accepted frames somebody listens to. */
export function venueEngine(pushUrl: string, listenToFrames: EnginePorts["shard"]["listenToFrames"]): Engine {
  return createEngine(
    { addresses: [pushUrl], backoff: { firstWindowMs: 40, maxWindowMs: 150 } },
    {
      clock: createNodeClock(),
      random: Math.random,
      shard: {
        openSocket: createNodeSocketOpener(socketLimitsFor(defaultFrameLimits), { proxy: "none" }),
        createInflate,
        listenToFrames,
      },
    },
  );
}
