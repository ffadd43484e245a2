/** For codes that carry no metadata. */
export type NoDetails = Readonly<Record<never, never>>;

/** Where in a decoded value something was wrong: `d.asks[3][1]`, or `` for the value itself. */
export type ValuePath = string;

/** Metadata of what can be wrong with bytes or text that came from a peer. */
export interface ProtocolErrorDetails {
  /** A message without a body. */
  "frame-empty": NoDetails;
  /** `marker` is the first byte. */
  "frame-unknown-marker": { readonly marker: number };
  /** `header` is the first two bytes of the body, big-endian. */
  "frame-unknown-compression": { readonly header: number };
  /** `check` names what failed: `block`, `checksum`, `length`, `header` … */
  "frame-corrupt": { readonly check: string };
  /** `length` is the number of compressed bytes that were there. */
  "frame-truncated": { readonly length: number };
  /** `trailing` is the number of bytes after the end of the stream, where known. */
  "frame-trailing-bytes": { readonly trailing?: number };
  /** `limit` in bytes; `stage` tells which of the two limits. */
  "frame-too-large": { readonly limit: number; readonly stage: "frame" | "inflated" };
  /** The bytes are not UTF-8. */
  "text-malformed": NoDetails;
  /** `limit` in characters. */
  "text-too-long": { readonly limit: number };
  /** `offset` in UTF-16 units; `expected` in words. */
  "json-syntax": { readonly offset: number; readonly expected: string };
  /** More levels of nesting than `limit`. */
  "json-too-deep": { readonly limit: number; readonly offset: number };
  /** One object names one key twice. */
  "json-duplicate-key": { readonly offset: number };
  /** The value at `path` is not what the protocol says. */
  "message-shape": { readonly path: ValuePath; readonly expected: string };
  /** The text at `path` is not a plain decimal number. */
  "number-malformed": { readonly path: ValuePath };
  /** The number at `path` has more digits than can be held exactly. */
  "number-too-large": { readonly path: ValuePath };
  /** The quantity at `path` has a minus sign. */
  "negative-quantity": { readonly path: ValuePath };
  /** The list at `path` has more rows than `limit`. */
  "too-many-levels": { readonly path: ValuePath; readonly limit: number };
  /** The payload names another pair than its channel. */
  "pair-mismatch": { readonly channel: string; readonly pair: string };
  /** Nobody subscribed to this channel. */
  "unknown-channel": { readonly channel: string };
  /** An HTTP answer that is not JSON. `status` is the HTTP status. */
  "response-not-json": {
    readonly operation: string;
    readonly found: "empty" | "html" | "other";
    readonly status: number;
  };
  /** An HTTP answer whose JSON is not what the operation answers. `status` is the HTTP status; the cause says what was wrong. */
  "response-shape": { readonly operation: string; readonly path: ValuePath; readonly status: number };
}

/** Metadata of what can be wrong with what the caller passed. */
export interface ValidationErrorDetails {
  /** The option `option` breaks `rule`. */
  "option-invalid": { readonly option: string; readonly rule: string };
  /** The parameter or value at `path` breaks `rule`. */
  "value-invalid": { readonly path: ValuePath; readonly rule: string };
  /** The key or secret cannot be used; neither is shown. */
  "credential-invalid": { readonly part: "key" | "secret"; readonly rule: string };
  /** A credential in a web page, which everybody reads who can run a script in it. `option` allows it. */
  "browser-secrets": { readonly option: string };
  /** The order breaks the market's `rule`; `bound` is what the reference data or the account says. */
  "market-rule": { readonly path: ValuePath; readonly rule: string; readonly value: string; readonly bound: string };
  /** The order is beyond `limit`, which the caller set. `retryAfterMs`: of orders a second, after how long one is let through. */
  "limit-exceeded": {
    readonly limit: string;
    readonly value: string;
    readonly bound: string;
    readonly retryAfterMs?: number;
  };
  /** The client was told to send no more orders. */
  halted: { readonly reason: string };
}

/** Metadata of a refusal by the venue. */
export interface VenueErrorDetails {
  /** `venueCode` is the venue's own number, `published` its own words, `operation` what was asked for. */
  "venue-refused": { readonly venueCode: number; readonly published: string; readonly operation?: string };
}

/** Metadata of what can happen between caller and venue. */
export interface TransportErrorDetails {
  /** The connection could not be made. `attempts` counts the attempts of this call. */
  "connect-failed": { readonly address: string; readonly attempts: number };
  /** The connection broke while something depended on it. `attempts`: how often a call was sent or tried. */
  "connection-lost": { readonly address: string; readonly attempts?: number };
  /** The call was cut off, and a search showed that the venue has no such order and can no longer get it. */
  "not-placed": { readonly clientOrderId: string };
  /** A browser gave the page no answer, although something answers at `address`. `origin` is the page's. */
  cors: { readonly address: string; readonly origin: string };
  /** No answer came within `afterMs`. `attempts`: how often a call was sent or tried. */
  "timed-out": { readonly afterMs: number; readonly attempts?: number };
  /** The caller's signal ended the call. */
  aborted: NoDetails;
  /** The object was closed before or during the call. */
  closed: NoDetails;
  /** A thread ended that work depended on. */
  "thread-ended": { readonly exit: string };
  /** `queued` calls wait for the venue's frequency limit already; more are not taken. Nothing was sent. */
  "queue-full": { readonly queued: number };
  /** The venue's time is not known well enough to sign: `found` and `limit` in milliseconds. Nothing was sent. */
  "clock-unreliable": {
    readonly problem: "not-measured" | "uncertain" | "too-far-off";
    readonly foundMs: number;
    readonly limitMs: number;
  };
}

/** What is known of a call whose outcome is not: enough to find it again. */
export interface UnknownOutcome {
  readonly operation: string;
  /** The venue's time that the call was signed with, in epoch milliseconds: it cannot be carried out long after. */
  readonly signedAtMs: number;
  readonly clientOrderId?: string;
  readonly pair?: string;
  readonly side?: string;
  readonly type?: string;
  readonly quantity?: string;
  readonly price?: string;
}

/** Metadata of a call that must not be repeated and may have been carried out. */
export interface OutcomeErrorDetails {
  "outcome-unknown": UnknownOutcome;
}

/** Where in a recording something was wrong. */
export interface RecordingPlace {
  /** Name of the file; empty where only its bytes were given. */
  readonly file: string;
  /** In bytes from the beginning of the file. */
  readonly offset: number;
}

/** Metadata of what can be wrong with a recording. */
export interface RecordingErrorDetails {
  /** The bytes at `offset` of `file` are not what was written. `check` names what failed. */
  readonly "recording-corrupt": RecordingPlace & { readonly check: string };
  /** The file is of a version of the format that this package does not read. */
  readonly "recording-version": RecordingPlace & { readonly version: number };
  /** The file ends at `offset`, before what is known to have been written. */
  readonly "recording-truncated": RecordingPlace;
  /** No segment is in `directory`; `found` says what is. The directory is empty text where the store does not tell. */
  readonly "recording-absent": { readonly directory: string; readonly found: string };
  /** The loop over `loop` did not finish its item within `waitedMs`, so nothing more was played. */
  readonly "replay-stalled": { readonly loop: string; readonly waitedMs: number };
}

/** What became of a file: shorter or longer than it was, of the same length with other bytes, or there without having been. */
export type FileChange = "missing" | "shorter" | "longer" | "changed" | "unexpected";

/** Metadata of what can be wrong with the directory, or the file, in which a program keeps its data. */
export interface StoreErrorDetails {
  /** The embedded database, an optional peer, is not installed. */
  readonly "store-absent": { readonly directory: string };
  /** Another process has the directory open. */
  readonly "store-locked": { readonly directory: string };
  /** What is in the directory was not written by this program. */
  readonly "store-foreign": { readonly directory: string };
  /** The directory was written in a version of the format that this program does not read. */
  readonly "store-version": { readonly directory: string; readonly version: number };
  /** The data were made with another value of `option`. */
  readonly "store-settings": { readonly directory: string; readonly option: string };
  /** A file is not as the last clean close left it, when the venue had come to the command `last`. */
  readonly "store-changed": {
    readonly directory: string;
    readonly file: string;
    readonly change: FileChange;
    readonly last: number;
  };
  /** The directory holds all up to the command `found`; clients were told of all up to `acknowledged`. */
  readonly "store-older": { readonly directory: string; readonly found: number; readonly acknowledged: number };
  /** Something that was written is not there, or not as it was written. `check` names what failed, `file` where, if that is known. */
  readonly "store-corrupt": { readonly directory: string; readonly check: string; readonly file?: string };
  /** The system refused to open, read or write; the cause has its words. */
  readonly "store-failed": { readonly directory: string };
  /** Another process has the file open: `holder` says which. `lock` is the file that says so. */
  readonly "file-locked": { readonly file: string; readonly holder: string; readonly lock: string };
  /** What is in the file was not written by this program, or by another version of it. */
  readonly "file-foreign": { readonly file: string; readonly expected: string };
  /** A line of the file is not as it was written. `check` names what failed. */
  readonly "file-corrupt": { readonly file: string; readonly line: number; readonly check: string };
  /** The system refused to open, read or write; the cause has its words. */
  readonly "file-failed": { readonly file: string };
}

/** Metadata of what a process may not do that is not the only trader of its key. */
export interface LeaseErrorDetails {
  /** Another process may trade with the key. `state` is what this one is doing, `lease` the name of what they share. Nothing was sent. */
  readonly "lease-not-held": { readonly lease: string; readonly state: "waiting" | "taking-over" | "lost" | "closed" };
  /** Nobody knows how long the venue takes what a former trader signed, so a person must say that nothing of it is under way. Nothing was sent. */
  readonly "takeover-by-hand": { readonly lease: string; readonly term: number };
}

/** Metadata of what the relay's bus, or its store of leases, does not do. */
export interface RelayErrorDetails {
  /** `address` is not on this computer, and nothing there is encrypted. Nothing was sent. */
  readonly "relay-insecure": { readonly address: string };
  /** The bus does not let this process publish to `subject` (a request is published, too), or subscribe to it. */
  readonly "relay-forbidden": { readonly subject: string; readonly action: "publish" | "subscribe" };
  /** The bus takes no connection from whoever this process says it is. */
  readonly "relay-login-refused": { readonly address: string };
  /** The file with the key for the bus breaks `rule`; the key is not shown. Nothing was sent. */
  readonly "relay-key-unusable": { readonly file: string; readonly rule: string };
  /** The store let more than one of several updates pass that expected one revision, in `unsafeRounds` of `rounds`. */
  readonly "relay-store-unsafe": { readonly store: string; readonly rounds: number; readonly unsafeRounds: number };
  /** The store did not do what was asked of it; `status` is what it answered, where it answered. */
  readonly "relay-store-failed": { readonly store: string; readonly status?: number };
  /** A shard was not handed over, for the reason `refusal`. Whoever owned it still does. */
  readonly "relay-handover-refused": { readonly shard: string; readonly refusal: string };
}

/** What of a sandbox's snapshots and forks is bounded. */
export type SnapshotBound = "snapshots" | "bytes" | "forks";

/** Why a sandbox takes, forks or goes back to no snapshot. */
export type SnapshotObstacle = "feed" | "no-port" | "telling" | "ended";

/** Metadata of what a sandbox's snapshots do not do. */
export interface SnapshotErrorDetails {
  /** The sandbox has no snapshot `name`; `known` lists those that it has. Nothing has happened. */
  readonly "snapshot-unknown": { readonly name: string; readonly known: string };
  /** There would be more than `max` of `what`. Nothing has happened. */
  readonly "snapshots-full": { readonly what: SnapshotBound; readonly max: number };
  /** `because` the market is a feed, a venue in memory has no port, events are being told at this moment, or the sandbox has ended. Nothing has happened. */
  readonly "snapshot-unavailable": { readonly because: SnapshotObstacle };
}

/** Metadata by error code. */
export interface ErrorDetails
  extends ProtocolErrorDetails,
    ValidationErrorDetails,
    VenueErrorDetails,
    TransportErrorDetails,
    OutcomeErrorDetails,
    RecordingErrorDetails,
    StoreErrorDetails,
    LeaseErrorDetails,
    RelayErrorDetails,
    SnapshotErrorDetails {}

/** Every error code, as a closed union. */
export type ErrorCode = keyof ErrorDetails;
/** Codes of {@link ProtocolError}. */
export type ProtocolErrorCode = keyof ProtocolErrorDetails;
/** Codes of {@link ValidationError}. */
export type ValidationErrorCode = keyof ValidationErrorDetails;
/** Codes of {@link VenueError}. */
export type VenueErrorCode = keyof VenueErrorDetails;
/** Codes of {@link TransportError}. */
export type TransportErrorCode = keyof TransportErrorDetails;
/** Codes of `RecordingError`. */
export type RecordingErrorCode = keyof RecordingErrorDetails;
/** Codes of {@link StoreError}. */
export type StoreErrorCode = keyof StoreErrorDetails;
/** Codes of {@link LeaseError}. */
export type LeaseErrorCode = keyof LeaseErrorDetails;
/** Codes of `RelayError`. */
export type RelayErrorCode = keyof RelayErrorDetails;
/** Codes of `SnapshotError`. */
export type SnapshotErrorCode = keyof SnapshotErrorDetails;
