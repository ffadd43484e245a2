import type { LinkFaults } from "@depthwire/testkit";
import type { Lane } from "./lane.js";

/** Resolves when the harm is done. `place` (from 0 to below 1) decides where exactly. */
export type Harm = (lane: Lane, place: number) => Promise<void>;

/** One way in which a connection ends. */
export type ConnectionHarm =
  | "reset"
  | "end"
  | "slow-close"
  | "black-hole"
  | "truncated-then-reset"
  | "truncated-then-end"
  | "truncated-then-silence";

/** How long an orderly end is held back, in milliseconds. */
const closeDelayMs = 150;
/** A cut falls within so many bytes from now: amid one of the next messages. */
const cutWithinBytes = 400;

/** Ways in which a connection ends. */
export const connectionHarms: Readonly<Record<ConnectionHarm, Harm>> = {
  reset: async ({ proxy }) => proxy.cut("reset"),
  end: async ({ proxy }) => proxy.cut("end"),
  /** The server ends it; its goodbye is long under way. */
  "slow-close": async (lane) => {
    const { proxy, sandbox, pair } = lane;
    proxy.toClient.closeDelayMs = closeDelayMs;
    sandbox.faults.add({ kind: "cut", pair });
    await lane.until("the server to cut", () => !isPending(lane, "updates"));
  },
  /** Both directions lose everything, and nobody is told: the heartbeat must find it. */
  "black-hole": async (lane) => {
    const { toClient, toServer, accepted } = lane.proxy;
    toClient.flow = "drop";
    toServer.flow = "drop";
    await lane.untilTriedSince(accepted);
    toClient.flow = "pass";
    toServer.flow = "pass";
  },
  "truncated-then-reset": (lane, place) => truncate(lane, place, "reset"),
  "truncated-then-end": (lane, place) => truncate(lane, place, "end"),
  /** Half a message, and then silence on an open connection. */
  "truncated-then-silence": (lane, place) => truncate(lane, place, "silence"),
};

/** Whether a fault of the lane's pair waits for its message. */
export function isPending({ sandbox, pair }: Lane, on: "updates" | "snapshots"): boolean {
  return sandbox.faults.pending().some((rule) => rule.pair === pair && (rule.on ?? "updates") === on);
}

async function truncate(lane: Lane, place: number, thenDo: LinkFaults["thenDo"]): Promise<void> {
  const { proxy } = lane;
  const { toClient } = proxy;
  toClient.thenDo = thenDo;
  const passBytes = proxy.passedToClient + 1 + Math.floor(place * cutWithinBytes);
  const { accepted } = proxy;
  toClient.passBytes = passBytes;
  await lane.until("the cut", () => proxy.passedToClient >= passBytes || proxy.accepted > accepted);
  toClient.passBytes = Number.POSITIVE_INFINITY;
  if (thenDo === "silence") {
    await lane.untilTriedSince(accepted);
  }
}
