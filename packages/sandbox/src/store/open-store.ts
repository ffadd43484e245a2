import type { MarkedStore } from "./marked-store.js";
import type { OlderState } from "./older-state.js";

/**
 * Opens the store in a directory as {@link MarkedStore.open} does. The database is native code: whoever opens no store does not load it.
 *
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-changed`, `store-older`, `store-corrupt`, `store-failed`
 */
export async function openStore<Opened>(
  directory: string,
  olderState: OlderState,
  introduce: (store: MarkedStore) => Promise<Opened>,
): Promise<Opened> {
  const { MarkedStore: marked } = await import("./marked-store.js");
  return marked.open(directory, olderState, introduce);
}
