import { randomBytes } from "node:crypto";
import { type Clock, errorCodes } from "@depthwire/core";
import { rememberedFills } from "../events/event-log.js";
import { type AcceleratorOptions, usualEventWindow, type VenueAddress } from "../options.js";
import type { DataRuntime } from "./data-runtime.js";
import { type AcceleratorData, openData } from "./open-data.js";

/** Length of the name of a run of event numbers, in bytes. */
const runBytes = 6;

/** Where data are opened, and what names their runs; this computer by default. */
export interface DataGround {
  readonly newRun: () => string;
  readonly runtime: DataRuntime;
}

/**
 * Opens the data that an accelerator is to keep, before anything is asked of the venue.
 *
 * @returns undefined where nothing is to be kept
 * @throws as {@link openData}
 */
export async function openDataOf(
  {
    data,
    venue: address,
    eventWindow = usualEventWindow,
    logger,
  }: Pick<AcceleratorOptions, "data" | "venue" | "eventWindow" | "logger">,
  clock: Clock,
  { newRun = randomRun, runtime }: Partial<DataGround> = {},
): Promise<AcceleratorData | undefined> {
  if (data === undefined || "replay" in address) {
    return undefined;
  }
  const { directory, account = "default", olderState = "refuse", venue = firstAddressOf(address.restAddress) } = data;
  const opened = await openData({
    directory,
    venue,
    account,
    olderState,
    nowMs: () => clock.epochMs(),
    newRun,
    inMemory: { events: eventWindow, fills: rememberedFills },
    runtime,
  });
  opened.store.onFailure((error) => {
    logger?.log("error", error.code, { text: error.message, remedy: errorCodes["store-failed"].remedy });
  });
  return opened;
}

function randomRun(): string {
  return randomBytes(runBytes).toString("hex");
}

function firstAddressOf(address: VenueAddress["restAddress"]): string {
  const rest = typeof address === "string" ? address : address.rest;
  return typeof rest === "string" ? rest : (rest[0] ?? "");
}
