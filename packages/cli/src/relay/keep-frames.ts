import { keepRawFrames } from "@depthwire/nats";
import { RelayError } from "@depthwire/relay";
import { Refused } from "../program/refused.js";
import type { OpenedBus } from "./open-bus.js";

/** What the command line says about frames that are kept. */
export interface KeepFlags {
  /** Minutes. */
  readonly keep?: number;
  readonly keepMegabytes: number;
}

/** The server's word for more than it has, or may take, of its disk. */
const noRoom = 10_047;
const bytesPerMegabyte = 1_048_576;

/**
 * Has the bus keep frames for readers that were away, where that is wanted.
 *
 * @throws Refused `no-frame-store`; RelayError `relay-forbidden`, `relay-store-failed`
 */
export async function keepFrames({ bus, address }: OpenedBus, { keep, keepMegabytes }: KeepFlags): Promise<void> {
  if (keep === undefined) {
    return;
  }
  try {
    await keepRawFrames(bus, { minutes: keep, maxBytes: keepMegabytes * bytesPerMegabyte });
  } catch (error) {
    throw refusalOf(error, address, keepMegabytes) ?? error;
  }
}

function refusalOf(error: unknown, address: string, megabytes: number): Refused | undefined {
  if (!(error instanceof RelayError) || error.code !== "relay-store-failed") {
    return undefined;
  }
  const { status } = error.details as { readonly status?: number };
  if (status === noRoom) {
    return new Refused(
      "no-frame-store",
      `nats-server at ${address} has no room for ${megabytes} MB of frames`,
      "Give its JetStream more (max_file_store, its disk), or take less: --keep-megabytes. Ten minutes of a pair with 20 updates a second are some 4 MB.",
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
