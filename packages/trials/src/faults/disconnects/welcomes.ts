import type { FaultKind } from "@depthwire/sandbox";
import type { Lane } from "./lane.js";

/** One way in which a client is received. */
export type WelcomeName =
  | "sound"
  | "refused"
  | "cut-short"
  | "snapshot-dropped"
  | "snapshot-corrupt"
  | "snapshot-truncated"
  | "snapshot-late";

/** What a client meets when it comes back. */
export interface Welcome {
  /** Before the connection is broken. */
  prepare(lane: Lane): void;
  /** After it was; resolves when the welcome was given. `place` (from 0 to below 1) decides where exactly. */
  give(lane: Lane, place: number): Promise<void>;
}

/** Attempts that are refused. */
const refusals = 2;
/** A new connection is cut within so many bytes: in the upgrade's answer, or in the snapshots. */
const cutWithinBytes = 4_000;
const lateMs = 120;

/** Ways in which a client is received. */
export const welcomes: Readonly<Record<WelcomeName, Welcome>> = {
  sound: { prepare: () => undefined, give: async () => undefined },
  refused: {
    prepare: ({ proxy }) => {
      proxy.newConnections = "reset";
    },
    give: async (lane) => {
      const { proxy } = lane;
      const before = proxy.accepted;
      await lane.until("refused connections", () => proxy.accepted >= before + refusals);
      proxy.newConnections = "connect";
    },
  },
  /** The next connection but one is whole again. */
  "cut-short": {
    prepare: () => undefined,
    give: async (lane, place) => {
      const { proxy } = lane;
      const passBytes = 1 + Math.floor(place * cutWithinBytes);
      // A connection that stands already goes down as well: it has handed on more than that.
      proxy.toClient.thenDo = "reset";
      proxy.toClient.passBytes = passBytes;
      const before = proxy.accepted;
      await lane.until("a connection to cut short", () => proxy.accepted > before && proxy.passedToClient >= passBytes);
      proxy.toClient.passBytes = Number.POSITIVE_INFINITY;
    },
  },
  "snapshot-dropped": harmedSnapshot("drop"),
  "snapshot-corrupt": harmedSnapshot("corrupt"),
  "snapshot-truncated": harmedSnapshot("truncate"),
  "snapshot-late": harmedSnapshot("delay"),
};

function harmedSnapshot(kind: FaultKind): Welcome {
  return {
    prepare: ({ sandbox, witnesses }) => {
      const rule = { kind, on: "snapshots", ...(kind === "delay" ? { ms: lateMs } : {}) } as const;
      sandbox.faults.add(...witnesses.map(({ pair }) => ({ ...rule, pair })));
    },
    give: async () => undefined,
  };
}
