import { type HttpClient, TransportError } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import { isOrder } from "../audit/halt-audit.js";
import type { TraderParts } from "../programs/trader-parts.js";
import type { Plant } from "./plant.js";

/** The same parts with another HTTP port. */
function withHttp(parts: TraderParts, http: HttpClient): TraderParts {
  return { ...parts, network: { ...parts.network, http } };
}

/** The same parts with another way to open sockets. */
function withSockets(parts: TraderParts, openSocket: OpenSocket): TraderParts {
  return { ...parts, network: { ...parts.network, openSocket } };
}

/** Faults of what sends and of what is told about it. */
const callPlants: readonly Plant[] = [
  {
    name: "resent-orders",
    text: "An order whose answer was lost is sent again.",
    foundBy: ["orders"],
    within: "traders",
    trader: (parts) =>
      withHttp(parts, async (address, request, limits) => {
        const { http } = parts.network;
        try {
          return await http(address, request, limits);
        } catch (error) {
          if (isOrder(request.target) && error instanceof TransportError && error.code === "connection-lost") {
            return http(address, request, limits);
          }
          throw error;
        }
      }),
  },
  {
    name: "impatient-fence",
    text: "An order is told as not placed while its request may still arrive.",
    foundBy: ["orders"],
    within: "traders",
    trader: (parts) => ({ ...parts, toleranceMs: 1 }),
  },
  {
    name: "lost-fills",
    text: "Whoever asks for an order's fills is told that there are none.",
    foundBy: ["events", "liveness"],
    within: "traders",
    trader: (parts) =>
      withHttp(parts, async (address, request, limits) => {
        const answer = await parts.network.http(address, request, limits);
        const body = new TextEncoder().encode('{"state":0,"result":[]}');
        return request.target.includes("orderDetail") ? { ...answer, body } : answer;
      }),
  },
  {
    name: "secrets-in-the-log",
    text: "The headers of each order are written into the log.",
    foundBy: ["secrets"],
    within: "traders",
    trader: (parts) =>
      withHttp(parts, (address, request, limits) => {
        if (isOrder(request.target)) {
          parts.logger.log("debug", "order-sent", { ...request.headers });
        }
        return parts.network.http(address, request, limits);
      }),
  },
];

/** Faults of what outlives a program. */
const storePlants: readonly Plant[] = [
  {
    name: "forgotten-intents",
    text: "The next process finds nothing of the calls that were under way.",
    foundBy: ["orders"],
    within: "traders",
    trader: (parts) => ({
      ...parts,
      openIntents: (file, process) => ({
        ...parts.openIntents(file, process),
        load: () => Promise.resolve({ intents: [] }),
      }),
    }),
  },
  {
    name: "unknown-is-refused",
    text: "A call whose end is not known is kept as refused.",
    foundBy: ["orders"],
    within: "traders",
    trader: (parts) => ({
      ...parts,
      openIntents: (file, process) => {
        const store = parts.openIntents(file, process);
        return { ...store, end: (intent, end) => store.end(intent, end === "unknown" ? "refused" : end) };
      },
    }),
  },
  {
    name: "forgotten-halt",
    text: "A halt ends with the process, though its store says that it has it.",
    foundBy: ["halts"],
    within: "traders",
    trader: (parts) => ({
      ...parts,
      openIntents: (file, process) => ({
        ...parts.openIntents(file, process),
        keepHalt: () => Promise.resolve(),
      }),
    }),
  },
  {
    name: "forgotten-deliveries",
    text: "The next process begins anew: what happened in between is not told.",
    foundBy: ["events"],
    within: "traders",
    trader: (parts) => ({
      ...parts,
      openDelivered: (file, process) => ({ ...parts.openDelivered(file, process), history: undefined }),
    }),
  },
  {
    name: "unkept-deliveries",
    text: "Which events were delivered is not kept beyond the beginning.",
    foundBy: ["events"],
    within: "traders",
    trader: (parts) => ({
      ...parts,
      openDelivered: (file, process) => {
        const store = parts.openDelivered(file, process);
        return {
          history: store.history,
          begin: (beginning) => store.begin(beginning),
          delivered: () => Promise.resolve(),
        };
      },
    }),
  },
];

/** Faults of what follows books and streams. */
const streamPlants: readonly Plant[] = [
  {
    name: "gaps-pass",
    text: "A step of seq above 1 is taken as usual.",
    foundBy: ["books"],
    within: "traders",
    trader: (parts) => ({ ...parts, engine: { sequencePolicy: "monotonic", verification: { everyMs: 0 } } }),
  },
  {
    name: "no-heartbeat",
    text: "A connection that is silent is never given up.",
    foundBy: ["live", "liveness"],
    within: "traders",
    trader: (parts) => ({ ...parts, engine: { heartbeat: { pingAfterQuietMs: 1e9, answerWithinMs: 1e9 } } }),
  },
  {
    name: "unheard-closing",
    text: "The end of a connection is not told.",
    foundBy: ["live", "liveness"],
    within: "traders",
    trader: (parts) =>
      withSockets(parts, (address, handlers) =>
        parts.network.openSocket(address, {
          opened: () => handlers.opened(),
          message: (bytes) => handlers.message(bytes),
          // As if it went on: control frames keep coming.
          controlFrame: () => handlers.controlFrame(),
          closed: () => {
            const beat = (): void => {
              handlers.controlFrame();
              parts.clock.after(1_000, beat);
            };
            beat();
          },
        }),
      ),
  },
  {
    name: "mute-after-reconnecting",
    text: "Nothing is subscribed on any connection behind the third.",
    foundBy: ["liveness"],
    within: "traders",
    trader: (parts) => {
      let connections = 0;
      return withSockets(parts, (address, handlers) => {
        connections += 1;
        const socket = parts.network.openSocket(address, handlers);
        const isMute = connections > 3;
        return isMute
          ? { send: () => undefined, ping: () => socket.ping(), close: (code) => socket.close(code) }
          : socket;
      });
    },
  },
  {
    name: "lost-timers",
    text: "One timer in a hundred never comes.",
    foundBy: ["liveness", "orders", "live"],
    within: "traders",
    trader: (parts, process) => ({
      ...parts,
      clock: {
        epochMs: () => parts.clock.epochMs(),
        monotonicMs: () => parts.clock.monotonicMs(),
        after: (delayMs, callback) =>
          process.random() < 0.01 ? () => undefined : parts.clock.after(delayMs, callback),
      },
    }),
  },
];

/** Faults of what keeps a trader in its bounds. */
const safetyPlants: readonly Plant[] = [
  {
    name: "halt-in-name-only",
    text: "A halt is written down, and trading goes on.",
    foundBy: ["halts"],
    within: "traders",
    trader: (parts) => ({ ...parts, halt: () => Promise.resolve("reached") }),
  },
  {
    name: "no-limits",
    text: "The limit of a position is not looked at.",
    foundBy: ["limits"],
    within: "traders",
    trader: (parts) => ({ ...parts, limits: {} }),
  },
];

/** Faults that stand in for ports and options of a trader. */
export const traderPlants: readonly Plant[] = [...callPlants, ...storePlants, ...streamPlants, ...safetyPlants];
