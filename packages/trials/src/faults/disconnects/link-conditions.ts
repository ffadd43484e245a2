import type { FaultProxy } from "@depthwire/testkit";

/** One condition of the network. */
export type LinkCondition = "clean" | "latency" | "bandwidth" | "slicing";

/** What the network is like during a round. */
export const linkConditions: Readonly<Record<LinkCondition, (proxy: FaultProxy) => void>> = {
  clean: () => undefined,
  /** Order is kept; each direction on its own. */
  latency: ({ toClient, toServer }) => {
    toClient.latencyMs = 25;
    toServer.latencyMs = 10;
  },
  /** A whole book of 200 levels a side takes some tenths of a second. */
  bandwidth: ({ toClient }) => {
    toClient.bytesPerSecond = 60_000;
  },
  /** Messages come in pieces, headers too. */
  slicing: ({ toClient, toServer }) => {
    toClient.sliceBytes = 200;
    toServer.sliceBytes = 20;
  },
};
