import type { HttpResponse, TransportError } from "@depthwire/core";
import type { RestClient, TraderOptions } from "@depthwire/rest";
import type { FakeClock } from "@depthwire/testkit";

/** What can happen; `place` is that of an order's request among those on their way, or of those that come late. */
export type HaltMove =
  | { readonly kind: "order" | "halt" | "resume" | "outage" | "end of outage" }
  | { readonly kind: "leave" | "answer" | "lose the answer" | "cut" | "arrive late"; readonly place: number }
  | { readonly kind: "pass"; readonly ms: number };

/** What makes the trader of one world: the product's own, or one with something planted. */
export interface HaltParts {
  readonly options: TraderOptions;
  readonly venueFor: (client: RestClient, clock: FakeClock) => RestClient;
}

/** How much happens in one history. */
export interface HaltSize {
  readonly orders: number;
  readonly outages: number;
}

/** The request of one order at the adapter, which has sent nothing of it, or all. */
export interface Sending {
  /** Place of its order among all. */
  readonly order: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signedAtMs: number;
  isSent: boolean;
  readonly answer: (response: HttpResponse) => void;
  readonly fail: (error: TransportError) => void;
}
