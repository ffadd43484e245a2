import {
  type CallerOptions,
  type CallerPorts,
  type HaltOrder,
  type IntentStore,
  type Remembered,
  type RememberedIntent,
  Trader,
  type TraderEvent,
  type TraderOptions,
} from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "./keeping-venue.spec-kit.js";
import type { Runtime, SeenRequest } from "./scripted-venue.spec-kit.js";

/** A trader at a venue that keeps orders, and what it told. */
export interface HaltScene extends KeepingVenue {
  /** Lets time pass in small steps, so that chains of calls come to their end. */
  pass(ms: number): Promise<void>;
  readonly trader: Trader;
  readonly events: TraderEvent[];
}

/** @param fateOf what becomes of each request */
export function haltScene(
  fateOf?: (request: SeenRequest) => Fate,
  options: TraderOptions = {},
  ports: Partial<CallerPorts> = {},
  callerOptions: Partial<CallerOptions> = {},
  runtime: Runtime = "sends-once",
): HaltScene {
  const venue = keepingVenue(fateOf, callerOptions, ports, runtime);
  const events: TraderEvent[] = [];
  const trader = new Trader(
    { listener: (event) => events.push(event), ...options },
    { venue: venue.client, clock: venue.clock },
  );
  const pass = (ms: number): Promise<void> =>
    venue.settle(new Promise((resolve) => venue.clock.after(ms, resolve)), ms + 1_000);
  return { ...venue, trader, events, pass };
}

/** A store in memory. */
export interface MemoryStore extends IntentStore {
  readonly remembered: Map<string, RememberedIntent>;
  load(): Promise<Remembered>;
}

/** A store that outlives its processes. */
export function memoryStore(): MemoryStore {
  const remembered: MemoryStore["remembered"] = new Map();
  let halt: HaltOrder | undefined;
  return {
    remembered,
    begin: async (intent) => void remembered.set(intent.clientOrderId ?? "", { intent, end: undefined }),
    end: async (intent, end) => void remembered.set(intent.clientOrderId ?? "", { intent, end }),
    load: async () => ({ intents: [...remembered.values()], halt }),
    keepHalt: async (next) => {
      halt = next;
    },
  };
}
