import type { FaultRule } from "@depthwire/sandbox";

/** One way in which the answer to an order may be lost. */
export interface OrderFault {
  readonly says: string;
  readonly faults: readonly Omit<FaultRule, "path">[];
}

/** Everything that may happen to the request of an order. */
export const orderFaults: Readonly<Record<string, OrderFault>> = {
  "order-answered": { says: "Orders are placed, and answered.", faults: [] },
  "order-cut-before": {
    says: "The connection ends before the venue has seen the order.",
    faults: [{ kind: "cut-request" }],
  },
  "order-cut-after": {
    says: "The connection ends after the venue has placed the order.",
    faults: [{ kind: "cut-request", when: "after" }],
  },
  "order-503-before": { says: "HTTP 503, and the venue has not seen the order.", faults: [{ kind: "http-error" }] },
  "order-503-after": {
    says: "HTTP 503, and the venue has placed the order.",
    faults: [{ kind: "http-error", when: "after" }],
  },
  "order-page": {
    says: "A proxy's page in place of the answer; the order is placed.",
    faults: [{ kind: "html", when: "after" }],
  },
  "order-empty": { says: "An answer without a body; the order is placed.", faults: [{ kind: "empty", when: "after" }] },
  "order-late": { says: "The answer comes four seconds late.", faults: [{ kind: "late", ms: 4_000, when: "after" }] },
  "order-busy": {
    says: "The venue says 4003, server busy, and has not placed the order.",
    faults: [{ kind: "refusal", code: 4003 }],
  },
  "order-too-often": {
    says: "The venue refuses with 2091, too many requests.",
    faults: [{ kind: "refusal", code: 2091 }],
  },
  "order-clock": {
    says: "The venue's clock is 40 seconds ahead for one request.",
    faults: [{ kind: "clock-skew", skewMs: 40_000 }],
  },
};
