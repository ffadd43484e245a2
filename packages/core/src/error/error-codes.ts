import type { ErrorCode } from "./error-details.js";
import { type ErrorFacts, type ErrorKind, plainFacts } from "./error-facts.js";
import { leaseSentences } from "./lease-sentences.js";
import { outcomeFacts } from "./order-outcome-unknown.js";
import { protocolSentences } from "./protocol-sentences.js";
import { recordingSentences } from "./recording-sentences.js";
import { relaySentences } from "./relay-sentences.js";
import { snapshotSentences } from "./snapshot-sentences.js";
import { storeSentences } from "./store-sentences.js";
import { transportFacts } from "./transport-facts.js";
import { validationSentences } from "./validation-sentences.js";
import { venueFacts } from "./venue-error.js";

/** Everything known about an error code. */
export interface ErrorEntry extends ErrorFacts {
  /** What a person does about it. */
  readonly remedy: string;
}

const damaged =
  "One such frame needs no action: it is dropped and counted, and the book resyncs. Many of them mean that a proxy may be changing bytes.";
const otherVersion =
  "The venue sends something that neither document describes. Record the frame and compare it with the field notes.";

const olderAnyway =
  'To continue from what can still be read, which may be older, start with `--accept-older-state` (in programs `olderState: "accept"`).';

const remedies: Readonly<Record<ErrorCode, string>> = {
  "frame-empty": damaged,
  "frame-unknown-marker": otherVersion,
  "frame-unknown-compression": damaged,
  "frame-corrupt": damaged,
  "frame-truncated": damaged,
  "frame-trailing-bytes": damaged,
  "frame-too-large": "Raise the frame limits if the venue really sends such frames.",
  "text-malformed": damaged,
  "text-too-long": "Raise the limit if such texts are expected.",
  "json-syntax": damaged,
  "json-too-deep": otherVersion,
  "json-duplicate-key": otherVersion,
  "message-shape": otherVersion,
  "number-malformed": otherVersion,
  "number-too-large": otherVersion,
  "negative-quantity": otherVersion,
  "too-many-levels": "Raise the sink's capacity if the venue sends more.",
  "pair-mismatch": otherVersion,
  "unknown-channel":
    "One such message after an unsubscribe is harmless. Otherwise compare the subscriptions on both sides.",
  "response-not-json": "It is often a proxy's or a maintenance page: check the HTTP status and the address.",
  "response-shape": otherVersion,
  "option-invalid": "Correct the option.",
  "value-invalid": "Correct the value.",
  "credential-invalid":
    "Copy both again from the account page. Where a file of them is missing: start what writes it, such as a sandbox, or name the file that there is.",
  "browser-secrets":
    "Keep the key in a program of your own (the accelerator trades for a page), or pass `allowBrowserSecrets: true` if nobody else's script ever runs in the page. Nothing was sent.",
  "market-rule": "Correct the order. Nothing was sent and nothing was rounded.",
  "limit-exceeded": "Correct the order or the limit. Nothing was sent.",
  halted: "Find out why it was halted, then resume.",
  "venue-refused": "Look up `venueCode` in the table of venue codes.",
  "connect-failed": "Check address, network and proxy; the session tries again by itself.",
  "connection-lost": "Streams resume by themselves. For calls see `ambiguous`.",
  "not-placed": "Place it again if it is still wanted, with another client order id.",
  cors: "Have the address allow `origin` (`access-control-allow-origin`; the sandbox: `--allow-origin`), or call an address of the page's own origin that passes calls on. For calls see `ambiguous`.",
  "timed-out": "Try again, or raise the time limit. For calls see `ambiguous`.",
  aborted: "Nothing: your own signal did this.",
  closed: "Open a new object.",
  "thread-ended": "Nothing: the thread is replaced. Report it if it happens again.",
  "queue-full": "Send less, or raise the queue's bound. Nothing was sent.",
  "clock-unreliable":
    "Check the computer's clock and the connection to the venue; the client measures again by itself. Nothing was sent.",
  "outcome-unknown":
    "Never send the call again: find out what became of it with `resolveOrder()`, or as the guide says for this call.",
  "recording-corrupt": "Everything before `offset` can be read. Restore the rest of the file from a copy.",
  "recording-version": "Read it with the version of this package that wrote it.",
  "recording-truncated": "Cut the torn end off with `repairRecording()`: everything before it is complete.",
  "recording-absent":
    "Name the directory that contains the segments: the recording's directory, or `shard-0`, `shard-1`, … in it if shards ran in threads.",
  "replay-stalled":
    "Find out what the named loop waits for; run on with a longer `patienceMs`, or with `conflate: true`. Nothing is lost.",
  "store-absent":
    "Install it beside this package: `npm install classic-level@3.0.0`. Only those who keep data in a directory need it.",
  "store-locked":
    "End the other process, or name another directory. One that was stopped may still be closing, seconds after its port is free: try again.",
  "store-foreign": "Name another directory: nothing in this one was touched.",
  "store-version": "Open it with the version of this package that wrote it, or name another directory.",
  "store-settings": "Start with the settings that the data were made with, or name another directory.",
  "store-changed": `Restore the file, or the whole directory, from a copy. ${olderAnyway}`,
  "store-older": `Restore the directory from a later copy, or check whether it is the right directory. ${olderAnyway}`,
  "store-corrupt": `Restore the directory from a copy, or name another one. ${olderAnyway}`,
  "store-failed":
    "Look at the cause: often the disk is full or the directory is not writable. Correct that and start again: everything acknowledged is kept.",
  "file-locked":
    "End the other process, or name another file. If that process certainly no longer runs (it was in another container or on another machine), remove the lock file.",
  "file-foreign": "Name another file: nothing in this one was touched.",
  "file-corrupt":
    "Restore the file from a copy. Or move it away and begin a new one: then check by hand, in the venue's open orders and history, the orders that the old file knew.",
  "file-failed":
    "Look at the cause: often the disk is full or the file is not writable. Correct that; everything acknowledged is kept.",
  "lease-not-held":
    "Place the order in the process that holds the lease, or wait until this one does: `account.exclusive.state` says where it stands, `account.exclusive.holding` resolves then.",
  "takeover-by-hand":
    "Make sure that the former trader is gone and that no request of it is under way, then call `account.exclusive.takeOver()`. State `trader.outcomes.toleranceMs` in milliseconds, and nobody needs to.",
  "relay-insecure":
    "Use a `tls://` address, with `tls: { caFile }` where the server's certificate is your own. On a network that nobody else reaches, allow it in words: `allowInsecure: true`, in the command `--allow-insecure-bus`.",
  "relay-forbidden":
    "Compare `subject` with the permissions of this process's role in the server's configuration: `depthwire relay config` writes them, `depthwire relay doctor` tries them.",
  "relay-login-refused":
    "Name the file with this process's seed or credentials, and see that its public key stands in the server's configuration.",
  "relay-key-unusable": "Correct the file, or name another one: a file that others can read is refused (`chmod 600`).",
  "relay-store-unsafe":
    "Keep leases in a bucket with one replica, in etcd, or on a server that is newer: `depthwire relay doctor` tries it.",
  "relay-handover-refused":
    "`refusal` says why: ask the owner (`not-owner`), name another one (`unknown-instance`, `owner-already`), wait (`busy`, `store-away`), or start an instance that follows the shard's pairs and is live (`no-successor`, `not-taken`).",
  "relay-store-failed": "It is asked again. If it stays so, look at the store's own log; the cause has its words.",
  "snapshot-unknown": "Name one of `known`, or take it first.",
  "snapshots-full": "Remove a snapshot, or end a fork, that nobody needs any more.",
  "snapshot-unavailable":
    "`because` says why: a market from a feed does not go back (`feed`); fork a venue in memory with `venue.snapshots.fork()` (`no-port`); call it outside of a listener (`telling`); start the sandbox again (`ended`).",
};

/** Every error code with its facts and what to do. `docs/errors.md` is made from it. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorEntry>> = /* @__PURE__ */ withRemedies();

function withRemedies(): Readonly<Record<ErrorCode, ErrorEntry>> {
  const facts: Readonly<Record<ErrorCode, ErrorFacts>> = {
    ...plain("protocol", protocolSentences),
    ...plain("validation", validationSentences),
    "venue-refused": venueFacts,
    ...transportFacts,
    "outcome-unknown": outcomeFacts,
    ...plain("recording", recordingSentences),
    ...plain("store", storeSentences),
    ...plain("lease", leaseSentences),
    ...plain("relay", relaySentences),
    ...plain("snapshot", snapshotSentences),
  };
  const entries = Object.entries(facts) as [ErrorCode, ErrorFacts][];
  return Object.fromEntries(entries.map(([code, known]) => [code, { ...known, remedy: remedies[code] }])) as Record<
    ErrorCode,
    ErrorEntry
  >;
}

function plain<Code extends ErrorCode>(
  kind: ErrorKind,
  sentences: Readonly<Record<Code, string>>,
): Record<Code, ErrorFacts> {
  const entries = Object.entries<string>(sentences);
  return Object.fromEntries(entries.map(([code, sentence]) => [code, plainFacts(kind, sentence)])) as Record<
    Code,
    ErrorFacts
  >;
}
