/** How the client of a scenario behaves; all but the first show that this check can fail. */
export const clientHabits = ["careful", "sends-after-halt", "repeats", "unthrottled", "unlimited"] as const;

/** One of {@link clientHabits}. */
export type ClientHabit = (typeof clientHabits)[number];

/** What a client process is made with. */
export interface ClientSettings {
  readonly restAddress: string;
  readonly pushAddress: string;
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly habit: ClientHabit;
  /** How long the venue takes a signed request, in milliseconds. */
  readonly toleranceMs: number;
  /** An HTTP proxy's address, or `none`. */
  readonly proxy: string;
  /** Whether waits of the product are shortened, so that what fails is noticed sooner. */
  readonly waits: "usual" | "short";
  readonly maxPositionQuantity?: string | undefined;
  /** Where what must outlive the process is kept; absent: nowhere. */
  readonly storeDirectory?: string | undefined;
}

/** An order that a client is told to place. */
export interface WantedOrder {
  readonly clientOrderId: string;
  readonly pair: string;
  readonly side: "open-long" | "open-short" | "close-long" | "close-short";
  readonly type: "limit" | "market";
  readonly quantity: string;
  readonly price: string;
}

/** What a client is asked to do. */
export type Ask =
  | { readonly kind: "open"; readonly settings: ClientSettings }
  /** Resolves when the account is known. */
  | { readonly kind: "ready" }
  /** `rest`: past the trader. */
  | { readonly kind: "place"; readonly order: WantedOrder; readonly way: "trader" | "rest" }
  /** Answered with whether the venue answered. */
  | { readonly kind: "read" }
  /** Answered in the step in which trading is halted. */
  | { readonly kind: "halt"; readonly scope: "own" | "account" }
  /** Answered when the halt ends. */
  | { readonly kind: "halt-end" }
  | { readonly kind: "resume" }
  | { readonly kind: "rotate"; readonly apiKey: string; readonly apiSecret: string }
  /** Whether names are looked up: `hang`: a look-up is never answered. */
  | { readonly kind: "names"; readonly answer: "at-once" | "hang" }
  | { readonly kind: "known" }
  | { readonly kind: "close" };

/** How a placing ended, as its client tells it. */
export interface Placing {
  /**
   * `placed` has an id of the venue's. `refused`: by the venue. `halted`, `limited`: by the client, before anything was sent. `not-sent`,
   * `not-placed`: certainly not there. `failed`: with an error that no client should see.
   */
  readonly verdict: "placed" | "refused" | "halted" | "limited" | "not-sent" | "not-placed" | "unknown" | "failed";
  readonly orderId?: string | undefined;
  /** The error, for people. */
  readonly error?: string | undefined;
}

/** A fill that a client's stream delivered. */
export interface DeliveredFill {
  readonly orderId: string;
  readonly fillId: string;
  readonly quantity: string;
}

/** What a client knows of its account. */
export interface Known {
  readonly fills: readonly DeliveredFill[];
  /** Client ids that the venue has two orders with, as the client was told. */
  readonly twins: readonly string[];
  /** How often each kind of event came. */
  readonly events: Readonly<Record<string, number>>;
  readonly phase: string;
  /** Whether something of the account is missing, or may be. */
  readonly isGapOpen: boolean;
  /** Why the stream ended, where it did with an error. */
  readonly ended?: string | undefined;
}

/** What a client process tells. */
export type Tell =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string }
  /** Something that Node warns of. */
  | { readonly warning: string };
