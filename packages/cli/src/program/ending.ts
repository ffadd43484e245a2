import {
  DepthwireError,
  errorCodes,
  OrderOutcomeUnknown,
  TransportError,
  ValidationError,
  VenueError,
} from "@depthwire/core";
import { RecordingError } from "@depthwire/recording";
import { RelayError } from "@depthwire/relay";
import type { EnvelopeError } from "./envelope.js";
import { type ExitCode, exitCodes } from "./exit-codes.js";
import { Refused } from "./refused.js";
import { seenLine } from "./unseen.js";

/** Why the command ends, and how. */
export interface Ending {
  /** For people; empty: nothing is to be said. */
  readonly text: string;
  readonly exitCode: number;
  /** For programs; undefined: nothing went wrong. */
  readonly error: EnvelopeError | undefined;
}

/** A command that ended in another thread, where its error stays. */
export class EndedElsewhere extends Error {
  readonly ending: Ending;

  constructor(ending: Ending) {
    super(ending.text);
    this.name = "EndedElsewhere";
    this.ending = ending;
  }
}

/** What is wrong, what to do next, and with which code the command ends. */
export function endingOf(error: unknown): Ending {
  if (error instanceof EndedElsewhere) {
    return error.ending;
  }
  if (error instanceof Refused) {
    const { code, message, remedy, details, exitCode } = error;
    return { text: sentence(message, remedy), exitCode, error: { code, message, remedy, details } };
  }
  if (error instanceof DepthwireError) {
    return endingOfProduct(error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return { text: seenLine(message), exitCode: exitCodes.failed, error: { code: codeOf(error) ?? "failed", message } };
}

function endingOfProduct(error: DepthwireError): Ending {
  const { code, message, details } = error;
  const remedy = remedyHere(error) ?? errorCodes[code].remedy;
  return {
    text: sentence(seenLine(message), remedy),
    exitCode: exitCodeOf(error),
    error: { code, message, remedy, details },
  };
}

/** What to do next where a command is typed; undefined: what a program does. */
function remedyHere(error: DepthwireError): string | undefined {
  if (error.code === "relay-insecure") {
    return "Encrypt it: addresses with tls://, and --bus-ca FILE where the servers' certificate is your own (etcd: https://, --etcd-ca; relay config: --tls-cert FILE --tls-key FILE). On a network that nobody else reaches, allow it: --allow-insecure-bus (relay config: --allow-insecure).";
  }
  if (!(error instanceof TransportError)) {
    return undefined;
  }
  switch (error.code) {
    case "connect-failed":
      return "Look whether the service runs, and whether the address is right (--venue, DEPTHWIRE_VENUE); depthwire doctor says what is wrong on the way.";
    case "connection-lost":
    case "timed-out":
      return error.ambiguous
        ? "It may have been carried out: look before you repeat it."
        : "Run it again; depthwire doctor says what is wrong on the way.";
    default:
      return undefined;
  }
}

function exitCodeOf(error: DepthwireError): ExitCode {
  if (error instanceof OrderOutcomeUnknown) {
    return exitCodes.outcomeUnknown;
  }
  if (error instanceof VenueError) {
    return exitCodes.refusedByVenue;
  }
  if (error instanceof TransportError) {
    return error.code === "not-placed" ? exitCodes.notPlaced : exitCodes.unreachable;
  }
  if (error instanceof RecordingError) {
    // A directory without one was named by mistake: nothing is damaged.
    return error.code === "recording-absent" ? exitCodes.usage : exitCodes.damaged;
  }
  if (error instanceof ValidationError) {
    return refusedHere.has(error.code) ? exitCodes.refusedHere : exitCodes.usage;
  }
  if (error instanceof RelayError) {
    const { code }: RelayError = error;
    return relayExitCodes[code];
  }
  return exitCodes.failed;
}

/** How the command ends when the relay's bus, or its store of leases, is what it cannot work with. */
const relayExitCodes: Readonly<Record<RelayError["code"], ExitCode>> = {
  "relay-insecure": exitCodes.refusedHere,
  "relay-key-unusable": exitCodes.refusedHere,
  "relay-store-unsafe": exitCodes.refusedHere,
  "relay-handover-refused": exitCodes.refusedHere,
  "relay-forbidden": exitCodes.refusedByVenue,
  "relay-login-refused": exitCodes.refusedByVenue,
  "relay-store-failed": exitCodes.unreachable,
};

/** Codes of what this side refuses although the command line is right. */
const refusedHere: ReadonlySet<string> = new Set(["credential-invalid", "limit-exceeded", "halted"]);

function sentence(message: string, remedy: string | undefined): string {
  const ended = /[.!?]$/.test(message) ? message : `${message}.`;
  return remedy === undefined ? ended : `${ended} ${remedy}`;
}

/** The code of an error of the system, such as `ENOENT`. */
function codeOf(error: unknown): string | undefined {
  const { code } = { ...(error as { readonly code?: unknown }) };
  return typeof code === "string" ? code : undefined;
}
