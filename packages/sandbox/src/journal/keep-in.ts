import { exchangeConfigOf, type SandboxSettings } from "../options.js";
import type { PushSocket } from "../push/push-connection.js";
import { heldSocket } from "./held-socket.js";
import type { KeptExchange } from "./open-journal.js";
import type { StoreError } from "./store-error.js";

/** Keeps a sandbox's exchange, or does nothing where none is to be kept. */
export interface Keeper {
  readonly kept: KeptExchange | undefined;
  /** Makes a socket wait until what it is to tell is kept. */
  hold(socket: PushSocket): PushSocket;
  /** Acts when nothing can be kept any more. */
  onFailure(act: () => void): void;
}

/**
 * Opens the data directory of a sandbox, if it has one.
 *
 * @throws StoreError `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-corrupt`, `store-failed`
 */
export async function keepIn(settings: SandboxSettings): Promise<Keeper> {
  const { data, logger } = settings;
  if (data === undefined) return { kept: undefined, hold: (socket) => socket, onFailure: () => {} };
  // The database is native code: who keeps nothing does not load it.
  const { openJournal } = await import("./open-journal.js");
  let react = (): void => {};
  const failed = (error: StoreError): void => {
    logger?.log("error", error.code, { ...error.details });
    react();
  };
  const { directory, ...options } = data;
  const kept = await openJournal(directory, exchangeConfigOf(settings), { ...options, failed });
  return {
    kept,
    hold: (socket) => heldSocket(socket, kept.journal),
    onFailure: (act) => {
      react = act;
    },
  };
}
