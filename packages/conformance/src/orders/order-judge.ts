import type { Finding } from "../case.js";
import type { OrderState } from "../client/client-line.js";

/** What is wrong with what a client believes of an order, where the venue has so many with its id. */
export function judgeOrder(clientId: string, state: OrderState | undefined, placed: number): readonly Finding[] {
  const findings: Finding[] = [];
  const order = `order ${clientId}`;
  if (placed > 1) {
    findings.push({ kind: "order-doubled", what: `${order} was placed ${placed} times` });
  }
  if (state === undefined) {
    findings.push({ kind: "order-unanswered", what: `nothing was said of ${order}` });
  } else if (state === "unknown") {
    findings.push({
      kind: "order-unknown",
      what: `${order}: ${placed === 0 ? "the venue has none" : "the venue has it"}`,
    });
  } else if (state === "placed" && placed === 0) {
    findings.push({ kind: "order-invented", what: `${order} was called placed` });
  } else if (state !== "placed" && placed > 0) {
    findings.push({ kind: "order-denied", what: `${order} was called ${state}` });
  }
  return findings;
}

/** An order that met no fault must be at the venue, whatever is said of it. */
export function missingOrder(clientId: string): Finding {
  return { kind: "order-missing", what: `the venue has no order ${clientId}, and nothing kept it from there` };
}
