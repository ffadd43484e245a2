import type { OracleOptions, OracleOutcome } from "../oracle/oracle-book.js";

/** MD5 of `dataHex`. `source` names the published suite or the library that computed it. */
export interface Md5Vector {
  readonly source: string;
  readonly dataHex: string;
  readonly md5Hex: string;
}

/** HMAC-MD5 of `dataHex` under `keyHex`. */
export interface HmacMd5Vector {
  readonly source: string;
  readonly keyHex: string;
  readonly dataHex: string;
  readonly hmacHex: string;
}

/** Every signature is lowercase hexadecimal. `source` is `field notes` for published ones. */
export interface SigningVectors {
  readonly header: readonly {
    readonly source: string;
    readonly secret: string;
    readonly timestampMs: number;
    readonly body: string;
    readonly stringToSign: string;
    readonly signature: string;
  }[];
  readonly prefixLogin: readonly LoginVector[];
  readonly channelLogin: readonly (LoginVector & { readonly serviceName: string })[];
  readonly batchQuery: readonly {
    readonly source: string;
    readonly secret: string;
    readonly commands: string;
    readonly signature: string;
  }[];
}

/** A login's signature and the JSON text that it is over. */
export interface LoginVector {
  readonly secret: string;
  readonly apiKey: string;
  readonly stringToSign: string;
  readonly signature: string;
}

/** Exact decimal arithmetic. */
export interface DecimalVectors {
  /** `order` is -1, 0 or 1, by value. */
  readonly compare: readonly { readonly left: string; readonly right: string; readonly order: -1 | 0 | 1 }[];
  readonly multipleOf: readonly { readonly value: string; readonly step: string; readonly isMultiple: boolean }[];
  /** `value` is `text` cut after `scale` decimals, towards 0; compare by value: it is padded to `scale` decimals. */
  readonly dropDecimals: readonly { readonly text: string; readonly scale: number; readonly value: string }[];
  /** `integer` = `text` × 10^`scale`, exactly; `formatted` has exactly `scale` decimals. */
  readonly scaled: readonly {
    readonly text: string;
    readonly scale: number;
    readonly integer: string;
    readonly formatted: string;
  }[];
}

/** Frames of protocol A, whole and damaged. */
export interface FrameVectors {
  /** The zlib that compressed the bodies; another one may compress to other bytes. */
  readonly zlibVersion: string;
  /** Frames that decode to `text`, without the newline that may end a plain frame. */
  readonly good: readonly {
    readonly name: string;
    readonly frameHex: string;
    readonly encoding: "plain" | "zlib" | "gzip";
    readonly text: string;
  }[];
  /** Frames that are refused with one of `codes`. */
  readonly bad: readonly {
    readonly name: string;
    readonly frameHex: string;
    readonly codes: readonly string[];
    /** What the stream in front of trailing bytes inflates to; a lenient decoder returns it. */
    readonly streamInflatesTo?: string;
  }[];
  /** Whole frames to damage: each proper prefix and each flipped bit of the body is refused with one of `codes`. */
  readonly damaged: readonly {
    readonly name: string;
    readonly frameHex: string;
    readonly text: string;
    readonly codes: readonly string[];
    /** Flips that still leave one whole stream; `bit` counts from the body's first byte, least bit first. */
    readonly survivingBitFlips: readonly { readonly bit: number; readonly textHex?: string }[];
  }[];
}

/** A conversation on one subscription and the book that it leads to. */
export interface DepthVector {
  readonly name: string;
  readonly pair: string;
  readonly sequencePolicy: NonNullable<OracleOptions["sequencePolicy"]>;
  readonly sameLevel: NonNullable<OracleOptions["sameLevel"]>;
  /** JSON texts of protocol A. */
  readonly messages: readonly string[];
  /** What each message does. */
  readonly outcomes: readonly OracleOutcome[];
  /** `seq` of the last applied message. */
  readonly seq: number;
  /** False when the conversation ends with something lost. */
  readonly usable: boolean;
  /** `[price, quantity]` in canonical text, best first. */
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
}

/** First words of the generator behind `seededRandom`. */
export interface RandomVector {
  readonly seed: number;
  readonly words: readonly number[];
}

/** Messages of the relay as bytes, and bytes that are none with what is wrong with them. */
export interface RelayVectors {
  readonly headers: readonly { readonly header: RelayHeaderVector; readonly hex: string; readonly bytes: number }[];
  readonly refusedHeaders: readonly RefusedBytesVector[];
  readonly beats: readonly { readonly beat: RelayBeatVector; readonly hex: string }[];
  readonly refusedBeats: readonly RefusedBytesVector[];
  readonly echoes: readonly {
    readonly nonce: number;
    readonly second: number;
    readonly questionHex: string;
    readonly answerHex: string;
  }[];
}

/** A header's fields. */
export interface RelayHeaderVector {
  readonly kind: "snapshot" | "update" | "event" | "status";
  readonly protocol: "prefix" | "channel";
  readonly term: number;
  readonly relaySeq: number;
  readonly epoch: number;
  readonly seq: number;
  readonly receivedAtMs: number;
}

/** A beat's fields; `pairs` is null where the names are left out. */
export interface RelayBeatVector {
  readonly owner: string;
  readonly term: number;
  readonly venueAgeMs: number;
  readonly list: number;
  readonly pairs: readonly string[] | null;
  readonly rows: readonly {
    readonly relaySeq: number;
    readonly status: "syncing" | "live" | "gapped" | "stale" | "crossed";
  }[];
}

/** Bytes that are refused. */
export interface RefusedBytesVector {
  readonly name: string;
  readonly hex: string;
  readonly fault: string;
}
