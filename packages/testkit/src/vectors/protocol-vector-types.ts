import type { ChannelClientMessage, PrefixClientMessage, PushEvent } from "@depthwire/core/internal";

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
