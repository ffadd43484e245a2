/** Why a book is not `live`, as one sentence for people. */
export const bookReasons = {
  connecting: "the connection is being made",
  "connection-failed": "the connection could not be made; the next try is scheduled",
  "tls-failed":
    "the venue's certificate, or its terms of TLS, were not accepted; statistics().connectCauses says which",
  "upgrade-refused":
    "the address answered with another HTTP status than a WebSocket; statistics().connectCauses says which, and the next try is scheduled",
  "awaiting-snapshot": "subscribed; the snapshot has not come",
  "baseline-unproven": "the snapshot carries no seq, so no update can be placed behind it",
  "subscription-refused": "the venue refused the subscription; it is tried again from time to time",
  disconnected: "the connection ended; the next one is scheduled",
  "thread-lost": "the shard's thread ended; another one is started",
  "thread-silent": "the shard's thread does not answer",
  closed: "the stream was closed",
  gap: "seq stepped by more than 1: an update is missing",
  "counter-restarted": "seq went back although the update is newer: the venue's counter restarted",
  "conflicting-snapshot": "a snapshot of the same seq has other levels",
  "no-sequence": "an update came without a seq",
  "sequence-policy":
    'seq stepped by more than 1 right after each of several fresh snapshots: this venue may count in larger steps, which the option sequencePolicy: "monotonic" accepts',
  "ambiguous-level":
    'a price stood in add and del of one message; the option sameLevel ("add-then-del" or "del-then-add") settles how to read it',
  "unknown-level": "updates deleted or modified levels that the book does not have",
  overflow: "more levels than the option maxLevels allows",
  "rejected-message": "a message of this book could not be read",
  "damaged-frame": "a frame of this connection was damaged, and under monotonic a loss cannot be seen",
  contradicted: "verify() found other levels in the venue's answer of the same update time",
  behind: "verify() found a newer state with other levels, and no update came that leads to it",
  "number-too-large": "a number has more digits than can be held exactly",
  "internal-error": "a defect in this package; please report it",
  crossed: "the best bid is not below the best ask",
  "relay-silent": "the relay's owner of this pair has not proven for too long that it is heard",
  "relay-disconnected": "the connection to the relay's bus ended; the next one is scheduled",
  "relay-gap": "a message of the relay is missing; a snapshot is asked for",
  "owner-changed": "another owner tells this pair now, and its snapshot has not come",
  "upstream-not-live": "the relay's owner itself does not show the book as live",
  "relay-malformed": "a message of the relay could not be read, or contradicts others; a snapshot is asked for",
} as const;
