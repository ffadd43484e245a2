import { StoreError } from "@depthwire/core";
import { keptFileName } from "@depthwire/sandbox/internal";
import type { DataFiles } from "./data-runtime.js";
import { keyOf, recordKinds } from "./record-keys.js";

/** Version of everything that is in a store. */
const formatVersion = 1;

/** Whose data they are. */
export interface DataOwner {
  /** The service that orders are sent to. */
  readonly venue: string;
  /** Name of the account. */
  readonly account: string;
}

/** What a store says about itself. */
export interface Description extends DataOwner {
  readonly program: "depthwire-accelerator";
  readonly version: number;
  /** Names the run of event numbers: no number is given twice within it. */
  readonly run: string;
}

/** Where the description is. */
export const descriptionKey: Uint8Array = keyOf(recordKinds.description, 0);

/** The description of a new store. */
export function describeData({ venue, account }: DataOwner, run: string): Description {
  return { program: "depthwire-accelerator", version: formatVersion, venue, account, run };
}

/**
 * Reads what a store says about itself.
 *
 * @returns undefined for a new store
 * @throws StoreError `store-foreign`, `store-version`, `store-settings`, `store-corrupt`
 */
export async function readDescription(store: DataFiles, owner: DataOwner): Promise<Description | undefined> {
  const { directory, records, marks, olderState } = store;
  const sealed = await records.get(descriptionKey);
  if (sealed === undefined) {
    const [first] = await records.keys({ limit: 1 });
    if (first === undefined) {
      return undefined;
    }
    throw marks.areFound
      ? new StoreError("store-corrupt", { directory, check: "description" })
      : new StoreError("store-foreign", { directory });
  }
  const known = JSON.parse(store.unseal(sealed, "description")) as Partial<Description>;
  if (known.program !== "depthwire-accelerator") {
    throw new StoreError("store-foreign", { directory });
  }
  if (known.version !== formatVersion) {
    throw new StoreError("store-version", { directory, version: known.version ?? 0 });
  }
  if (!marks.areFound && olderState === "refuse") {
    throw new StoreError("store-corrupt", { directory, file: keptFileName, check: "missing" });
  }
  for (const option of ["venue", "account"] as const) {
    if (known[option] !== owner[option]) {
      throw new StoreError("store-settings", { directory, option });
    }
  }
  return known as Description;
}
