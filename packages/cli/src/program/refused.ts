import { type ExitCode, exitCodes } from "./exit-codes.js";

/** Codes of what the command itself refuses; the guide has an entry for each. */
export type RefusalCode =
  | "usage"
  | "unknown-pair"
  | "unknown-period"
  | "unknown-channel"
  | "unknown-operation"
  | "unknown-field"
  | "not-confirmed"
  | "halted"
  | "outcome-unknown"
  | "not-done"
  | "no-key"
  | "key-open"
  | "key-refused"
  | "recording-damaged"
  | "frame-damaged"
  | "file-exists"
  | "file-unusable"
  | "peer-missing"
  | "interrupted"
  | "found-wrong"
  | "not-loopback"
  | "not-live"
  | "install-failed"
  | "path-outside"
  | "query-too-large"
  | "bus-unreachable"
  | "no-lease-store"
  | "no-frame-store"
  | "no-relay"
  | "name-taken"
  | "venue-differs"
  | "lease-differs"
  | "unknown-shard"
  | "hand-over-refused"
  | "monitor-unreachable";

const exitCodeOf: Readonly<Record<RefusalCode, ExitCode>> = {
  usage: exitCodes.usage,
  "unknown-pair": exitCodes.usage,
  "unknown-period": exitCodes.usage,
  "unknown-channel": exitCodes.usage,
  "unknown-operation": exitCodes.usage,
  "unknown-field": exitCodes.usage,
  "not-confirmed": exitCodes.refusedHere,
  halted: exitCodes.refusedHere,
  "outcome-unknown": exitCodes.outcomeUnknown,
  "not-done": exitCodes.unreachable,
  "no-key": exitCodes.refusedHere,
  "key-open": exitCodes.refusedHere,
  "key-refused": exitCodes.refusedHere,
  "recording-damaged": exitCodes.damaged,
  "frame-damaged": exitCodes.damaged,
  "file-exists": exitCodes.refusedHere,
  "file-unusable": exitCodes.failed,
  "peer-missing": exitCodes.failed,
  interrupted: exitCodes.interrupted,
  "found-wrong": exitCodes.failed,
  "not-loopback": exitCodes.refusedHere,
  "not-live": exitCodes.failed,
  "install-failed": exitCodes.failed,
  "path-outside": exitCodes.refusedHere,
  "query-too-large": exitCodes.refusedHere,
  "bus-unreachable": exitCodes.unreachable,
  "no-lease-store": exitCodes.failed,
  "no-frame-store": exitCodes.failed,
  "no-relay": exitCodes.unreachable,
  "name-taken": exitCodes.refusedHere,
  "venue-differs": exitCodes.refusedHere,
  "lease-differs": exitCodes.refusedHere,
  "unknown-shard": exitCodes.usage,
  "hand-over-refused": exitCodes.refusedHere,
  "monitor-unreachable": exitCodes.unreachable,
};

/** All of them. */
export const refusalCodes: readonly RefusalCode[] = Object.keys(exitCodeOf) as RefusalCode[];

/** What the command itself refuses: what happened, to what, and what to do next. It holds no secret. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly exitCode: ExitCode;
  /** What to do next. */
  readonly remedy: string | undefined;
  readonly details: object | undefined;

  constructor(code: RefusalCode, message: string, remedy?: string, details?: object) {
    super(message);
    this.name = "Refused";
    this.code = code;
    this.exitCode = exitCodeOf[code];
    this.remedy = remedy;
    this.details = details;
  }
}
