import { readFileSync } from "node:fs";
import type { ChannelClientMessage, PrefixClientMessage, PushEvent } from "@depthwire/core";
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

/** A record, row or message: JSON text and what it means. */
export interface RecordVector {
  /** `<descriptor>/<n>`. */
  readonly id: string;
  /** Name of the shape in the schema. */
  readonly descriptor: string;
  /** JSON text: numbers above 2^53 are in it. */
  readonly wire: string;
  /** The decoded value: decimals and ids as text, times as epoch milliseconds. */
  readonly value: NonNullable<unknown>;
  /** What an encoder writes for `value`, where that is not `wire`: no ignored keys, documented forms only. */
  readonly sent?: string;
  /** Set where `wire` has forms that no table has: it is read, and the published schemas do not describe it. */
  readonly tolerated?: true;
}

/** One call: the request's exact bytes and an answer. */
export interface OperationVector {
  /** `<operation>/<n>`, or `<operation>/<word>` for answers of another form. */
  readonly id: string;
  /** For example `usdt.placeOrder`. */
  readonly operation: string;
  /** Other paths at which the operation is published. */
  readonly alsoAt?: readonly string[];
  /** Decoded parameters. */
  readonly params: NonNullable<unknown>;
  /** JSON text of the parameters as they are sent, whatever carries them. */
  readonly paramsWire: string;
  readonly request: {
    readonly method: "GET" | "POST";
    readonly path: string;
    /** What stands behind `?`. */
    readonly query?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** The answer's exact text, envelope and all. */
  readonly responseBody: string;
  /** What a server writes for `result`, where that is not `responseBody`. */
  readonly responseSent?: string;
  /** JSON text of the result without its envelope; absent where there is none. */
  readonly resultWire?: string;
  /** The decoded result; absent where an ignored one is. */
  readonly result?: NonNullable<unknown>;
}

/** An answer that ends in one typed error. */
export interface FailureVector {
  readonly id: string;
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly body: string;
  readonly error:
    | { readonly code: "venue-refused"; readonly venueCode: number; readonly message: string }
    | { readonly code: "response-not-json"; readonly found: "html" | "empty" | "other" }
    | { readonly code: "response-shape" };
  /** Whether a server writes this very body for the refusal. */
  readonly sent: boolean;
}

/** Every operation of both documents. */
export interface OperationVectors {
  /** What every request is signed with, and the index of every batch command. */
  readonly signing: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly timestampMs: number;
    readonly serviceName: string;
    readonly commandIndex: number;
  };
  readonly cases: readonly OperationVector[];
  /** Bodies with numbers as text and ids as numbers: a server reads them, no client sends them. */
  readonly tolerated: readonly {
    readonly id: string;
    readonly operation: string;
    readonly body: string;
    readonly params: NonNullable<unknown>;
  }[];
  readonly failures: readonly FailureVector[];
}

/** What a channel pushed. Protocol B may have several channels in one message. */
export type EventVector =
  | {
      readonly id: string;
      readonly protocol: "prefix";
      /** JSON text, without a marker. */
      readonly text: string;
      readonly event: PushEvent;
      /** Whether core writes this very text for the event. */
      readonly sent?: true;
    }
  | { readonly id: string; readonly protocol: "channel"; readonly text: string; readonly events: readonly PushEvent[] };

/** What a client asks for. `sent`: core's client writes this very text. */
export type RequestVector = { readonly id: string; readonly text: string; readonly sent?: true } & (
  | { readonly protocol: "prefix"; readonly message: PrefixClientMessage }
  | { readonly protocol: "channel"; readonly message: ChannelClientMessage }
);

/** Whole messages of both push protocols. */
export interface MessageVectors {
  /** What logins are signed with. */
  readonly credential: { readonly apiKey: string; readonly apiSecret: string; readonly serviceName: string };
  readonly events: readonly EventVector[];
  /** Refusals, signs of life, acknowledgements. */
  readonly controls: readonly {
    readonly id: string;
    readonly protocol: "prefix" | "channel";
    readonly text: string;
    readonly message: NonNullable<unknown>;
  }[];
  readonly requests: readonly RequestVector[];
}

/** First words of the generator behind `seededRandom`. */
export interface RandomVector {
  readonly seed: number;
  readonly words: readonly number[];
}

/** `@spec RFC 1321 A.5, RFC 2202 section 2` */
export function loadDigestVectors(): {
  readonly md5: readonly Md5Vector[];
  readonly hmacMd5: readonly HmacMd5Vector[];
} {
  return load("digest");
}

/** `@spec document 1, Authentication; document 2, Authentication; field note 21; field notes, Samples` */
export function loadSigningVectors(): SigningVectors {
  return load("signing");
}

/** Comparison, multiples, dropped decimals, scaled integers. */
export function loadDecimalVectors(): DecimalVectors {
  return load("decimals");
}

/** `@spec document 1, Events, Protocol A; field notes 2, 3, 4` */
export function loadFrameVectors(): FrameVectors {
  return load("frames");
}

/** `@spec field notes 9 to 13` */
export function loadDepthVectors(): readonly DepthVector[] {
  return load<{ readonly cases: readonly DepthVector[] }>("depth").cases;
}

/** `@spec document 1, Resources; document 1, Events; document 2, Resources; field notes 4 to 33` */
export function loadRecordVectors(): readonly RecordVector[] {
  return load<{ readonly cases: readonly RecordVector[] }>("records").cases;
}

/** `@spec document 1, Endpoints, Authentication and Errors; document 2, Endpoints and Authentication; field notes 24 to 26` */
export function loadOperationVectors(): OperationVectors {
  return load("operations");
}

/** `@spec document 1, Events; field notes 4 to 21` */
export function loadMessageVectors(): MessageVectors {
  return load("messages");
}

/** xoshiro128** seeded by splitmix32. */
export function loadRandomVectors(): readonly RandomVector[] {
  return load<{ readonly xoshiro128: readonly RandomVector[] }>("random").xoshiro128;
}

/** The same relative path holds from `src` and from `dist`. */
function load<T>(name: string): T {
  const file = new URL(`../../vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
