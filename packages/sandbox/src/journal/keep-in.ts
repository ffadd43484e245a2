import type { Logger } from "@depthwire/core";
import { exchangeConfigOf, type SandboxSettings } from "../options.js";
import type { PushSocket } from "../push/push-connection.js";
import type { StoreError } from "../store/store-error.js";
import { heldSocket } from "./held-socket.js";
import type { KeptExchange } from "./open-journal.js";

/** Keeps a sandbox's exchange, or does nothing where none is to be kept. */
export interface JournalGate {
  readonly kept: KeptExchange | undefined;
  /** Why commands can no longer be kept; undefined while they can. */
  failure(): StoreError | undefined;
  /** Makes a socket wait until what it is to tell is kept. */
  hold(socket: PushSocket): PushSocket;
  /** Acts when commands can no longer be kept. */
  onFailure(act: () => void): void;
}

/**
 * Opens the data directory of a sandbox, if it has one.
 *
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
 * `store-corrupt`, `store-failed`
 */
export async function keepIn(settings: SandboxSettings): Promise<JournalGate> {
  const { data, logger } = settings;
  if (data === undefined) {
    return { kept: undefined, failure: () => undefined, hold: (socket) => socket, onFailure: () => {} };
  }
  // The database is native code: who keeps nothing does not load it.
  const { openJournal } = await import("./open-journal.js");
  let react = (): void => {};
  const failed = (error: StoreError): void => {
    tell(logger, "error", error.code, failureText(data.directory, error));
    react();
  };
  const { directory, ...options } = data;
  const kept = await openJournal(directory, exchangeConfigOf(settings), { ...options, terms: settings.terms, failed });
  const { missing } = kept.recovery;
  if (missing > 0) {
    tell(logger, "warn", "store-older", missingText(data.directory, missing));
  }
  return {
    kept,
    failure: () => kept.journal.failure,
    hold: (socket) => heldSocket(socket, kept.journal),
    onFailure: (act) => {
      react = act;
    },
  };
}

/** Without a logger, the process says it, so that nobody has to wonder why nothing happens. */
function tell(logger: Logger | undefined, level: "warn" | "error", event: string, text: string): void {
  if (logger === undefined) {
    process.emitWarning(text, { code: event });
  } else {
    logger.log(level, event, { text });
  }
}

function failureText(directory: string, error: StoreError): string {
  return [
    `Nothing more can be kept in ${directory}: ${causeOf(error)}.`,
    "Queries are still answered from what is kept; everything else is refused with 4003, and nothing is pushed.",
    "Make room there, or make it writable, then end this sandbox and start it again: all that was acknowledged is kept.",
  ].join(" ");
}

function missingText(directory: string, missing: number): string {
  return `The last ${missing} acknowledged commands are no longer in ${directory}: the machine was lost, or an older state was accepted.`;
}

/** The words of the innermost error: those of the system. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? causeOf(error.cause) : error.message;
}
