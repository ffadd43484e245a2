import type { IdSize, MarketSource } from "@depthwire/exchange/internal";
import { openText } from "../store/sealed-text.js";
import { StoreError } from "../store/store-error.js";
import type { VenueTerms } from "../terms/terms-options.js";

/**
 * Version of everything that stands in a store. Earlier ones are not read: the exchange has other rules since (who pays, how much
 * leverage there is, what an order's own price asks for, how long agents overlook a price), so the same commands would lead elsewhere.
 */
export const formatVersion = 12;

/** What a store says about itself. */
export interface StoreDescription {
  readonly program: "depthwire-sandbox";
  readonly version: number;
  readonly seed: number;
  readonly pairs: readonly string[];
  readonly clientIds: "repeatable" | "unique";
  readonly ids: IdSize;
  readonly source: MarketSource;
  readonly terms: VenueTerms;
}

/** What decides the exchange whose commands are kept. */
export type StoreSettings = Pick<StoreDescription, "seed" | "pairs" | "clientIds" | "ids" | "source" | "terms">;

/** The description of a new store. */
export function describeStore({ seed, pairs, clientIds, ids, source, terms }: StoreSettings): StoreDescription {
  return { program: "depthwire-sandbox", version: formatVersion, seed, pairs, clientIds, ids, source, terms };
}

/**
 * Reads what a store says about itself.
 *
 * @returns nothing when these are not the words of a store, or not whole
 * @throws StoreError `store-version`
 */
export function readDescription(directory: string, sealed: string): StoreDescription | undefined {
  const text = openText(sealed);
  const description = text === undefined ? undefined : (JSON.parse(text) as Partial<StoreDescription>);
  if (description?.program !== "depthwire-sandbox") {
    return undefined;
  }
  const { version = 0 } = description;
  if (version !== formatVersion) {
    throw new StoreError("store-version", { directory, version });
  }
  return description as StoreDescription;
}

/** Holds the settings of a start against those that a store began with. @throws StoreError `store-settings` */
export function compareSettings(directory: string, known: StoreSettings, settings: StoreSettings): void {
  for (const option of ["seed", "pairs", "clientIds", "ids", "source", "terms"] as const) {
    if (JSON.stringify(known[option]) !== JSON.stringify(settings[option])) {
      throw new StoreError("store-settings", { directory, option }, { meaning: madeWith(known, option) });
    }
  }
}

/** What to start with again; terms are too long for a sentence. */
function madeWith(known: StoreSettings, option: keyof StoreSettings): string | undefined {
  return option === "terms" ? undefined : `${option} ${String(known[option])}`;
}
