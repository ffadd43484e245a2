import { keepRawFrames, type NatsBus } from "@depthwire/nats";
import { RelayError } from "@depthwire/relay";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { BusFlags } from "./bus-options.js";
import { type OpenedBus, openBus } from "./open-bus.js";

/** What the command line says about frames that are kept. */
export interface KeepFlags {
  /** Minutes. */
  readonly keep?: number;
  readonly keepMegabytes?: number;
  readonly keepIn: "disk" | "memory";
}

/** The server's words for more than it has, or may take, of its disk or its memory. */
const noRoom: readonly number[] = [10_028, 10_047];
/** Milliseconds before the first further try, twice as many before each next one, and at most. */
const againAfter = { firstMs: 1_000, maxMs: 30_000 } as const;
const bytesPerMegabyte = 1_048_576;
/** Half of what `depthwire relay config` allows the servers. */
const defaultMegabytes = { disk: 2_048, memory: 128 } as const;
const places = { disk: "on the server's disk", memory: "in the server's memory" } as const;

/**
 * Has the bus keep frames for readers that were away, where that is wanted, and again whenever a server is reached anew: what one keeps in its memory
 * ends with it.
 *
 * @returns ends that; what is kept stays
 * @throws Refused `no-frame-store`; RelayError `relay-forbidden`, `relay-store-failed`
 */
export async function keepFrames(opened: OpenedBus, flags: KeepFlags, { output }: Context): Promise<() => void> {
  const { bus, address } = opened;
  const { keep, keepIn, keepMegabytes: megabytes = defaultMegabytes[keepIn] } = flags;
  if (keep === undefined) {
    return () => undefined;
  }
  const storage = keepIn === "disk" ? "file" : "memory";
  const keepNow = async (): Promise<void> => {
    const end = await keepRawFrames(bus, { minutes: keep, maxBytes: megabytes * bytesPerMegabyte, storage });
    if (end === "replaced") {
      output.note(`Frames are kept ${places[keepIn]} from now on; what was kept elsewhere is dropped.`);
    }
  };
  try {
    await keepNow();
  } catch (error) {
    throw refusalOf(error, { address, megabytes, keepIn }) ?? error;
  }
  return keepAfterReconnects(bus, keepNow, (words) => output.note(words));
}

/**
 * The same by a connection of its own: what is kept is in a NATS account of its own.
 *
 * @param name of this process, as nats-server lists it
 * @returns ends that; what is kept stays
 * @throws Refused `no-frame-store`, `bus-unreachable`; RelayError
 */
export async function keepFramesApart(
  flags: KeepFlags & BusFlags,
  context: Context,
  name: string,
): Promise<() => Promise<void>> {
  if (flags.keep === undefined) {
    return () => Promise.resolve();
  }
  const opened = await openBus(flags, context, `${name} keep`, { account: "kept" });
  try {
    const end = await keepFrames(opened, flags, context);
    return () => {
      end();
      return opened.bus.close();
    };
  } catch (error) {
    await opened.bus.close();
    throw error;
  }
}

/** A server that was just started answers that it keeps nothing yet. */
function keepAfterReconnects(bus: NatsBus, keepNow: () => Promise<void>, note: (words: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let waitMs: number = againAfter.firstMs;
  let standing: "kept" | "not-kept" = "kept";
  const failed = (error: unknown): void => {
    // Without a connection the next one is waited for.
    if (bus.status === "connected") {
      if (standing === "kept" && waitMs > againAfter.firstMs) {
        standing = "not-kept";
        note(
          `No frames are kept for recorders that are away: ${error instanceof Error ? error.message : String(error)}. It is tried again.`,
        );
      }
      timer = setTimeout(tryNow, waitMs).unref();
      waitMs = Math.min(2 * waitMs, againAfter.maxMs);
    }
  };
  const tryAgain = async (): Promise<void> => {
    try {
      await keepNow();
      if (standing === "not-kept") {
        note("Frames are kept again.");
      }
      standing = "kept";
    } catch (error) {
      failed(error);
    }
  };
  const tryNow = (): void => void tryAgain();
  const endEvents = bus.onEvent(({ kind }) => {
    if (kind === "reconnected") {
      clearTimeout(timer);
      waitMs = againAfter.firstMs;
      tryNow();
    }
  });
  return () => {
    endEvents();
    clearTimeout(timer);
  };
}

interface Wanted {
  readonly address: string;
  readonly megabytes: number;
  readonly keepIn: KeepFlags["keepIn"];
}

function refusalOf(error: unknown, { address, megabytes, keepIn }: Wanted): Refused | undefined {
  if (!(error instanceof RelayError) || error.code !== "relay-store-failed") {
    return undefined;
  }
  const { status } = error.details as { readonly status?: number };
  if (status !== undefined && noRoom.includes(status)) {
    const store = keepIn === "disk" ? "max_file_store, its disk" : "max_memory_store";
    return new Refused(
      "no-frame-store",
      `nats-server at ${address} has no room for ${megabytes} MB of frames ${places[keepIn]}`,
      `Give its JetStream more (${store}), or take less: --keep-megabytes. Ten minutes of a pair with 20 updates a second are some 4 MB.`,
      { bus: address, megabytes },
    );
  }
  return status === undefined
    ? new Refused(
        "no-frame-store",
        `nats-server at ${address} keeps no frames: ${error.message}`,
        "Start it with JetStream: nats-server -js -sd DIRECTORY; or leave --keep out.",
        { bus: address },
      )
    : undefined;
}
