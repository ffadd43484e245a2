import { type Signal, signal } from "@preact/signals";
import { announce } from "../shell/announcements.js";
import { type Answer, ask } from "./api.js";
import { account, onHappening, status } from "./desk.js";
import type { Order } from "./wire.js";

/** What a halt has done so far. */
export interface HaltReport {
  readonly sinceMs: number;
  /** Orders that were open when it was called. */
  readonly before: readonly Order[];
}

/** The latest halt that this page saw begin. */
export const haltReport: Signal<HaltReport | undefined> = signal(undefined);

/** What the person last asked for, and how it went; undefined: nothing, or it was seen. */
export const notice: Signal<{ readonly kind: "done" | "failed"; readonly words: string } | undefined> =
  signal(undefined);

/** Orders that were asked to be cancelled, until they are gone: shown as asked for, not as done. */
export const cancelling: Signal<ReadonlySet<string>> = signal(new Set());

function tell<Value>(told: Answer<Value>, what: string): told is Extract<Answer<Value>, { readonly kind: "done" }> {
  if (told.kind === "done") {
    return true;
  }
  const words = `${what}: ${told.words}`;
  notice.value = { kind: "failed", words };
  announce(words, "assertive");
  return false;
}

/** Stops everything: refuses new orders and cancels open ones. Asks nothing. */
export async function halt(): Promise<void> {
  announce("HALT asked for", "assertive");
  const told = await ask("/halt", { method: "POST", body: { reason: "by hand, in the dashboard", scope: "account" } });
  tell(told, "The halt was not taken");
}

/** Lets new orders through again. */
export async function resume(): Promise<void> {
  if (tell(await ask("/halt", { method: "DELETE" }), "Trading was not resumed")) {
    haltReport.value = undefined;
    announce("Trading goes on", "assertive");
  }
}

/** Cancels one order. */
export async function cancelOrder(orderId: string): Promise<void> {
  cancelling.value = new Set([...cancelling.value, orderId]);
  const told = await ask(`/orders/${encodeURIComponent(orderId)}`, { method: "DELETE" });
  if (!tell(told, `Order ${orderId} was not cancelled`)) {
    const rest = new Set(cancelling.value);
    rest.delete(orderId);
    cancelling.value = rest;
  }
}

/** Cancels all orders, pair by pair. */
export async function cancelAll(): Promise<void> {
  const orders = account.value?.orders ?? [];
  cancelling.value = new Set([...cancelling.value, ...orders.map(({ orderId }) => orderId)]);
  for (const pair of new Set(orders.map((order) => order.pair))) {
    tell(await ask("/orders", { method: "DELETE", body: { pair } }), `Orders of ${pair} were not all cancelled`);
  }
}

/** Cancels a plan order, by the documented path. */
export async function cancelPlan(orderId: string): Promise<void> {
  const told = await ask<{ readonly state?: number; readonly msg?: string }>("/v3/cbu/order/planClose", {
    method: "POST",
    body: { order_id: orderId },
  });
  if (tell(told, `Plan order ${orderId} was not cancelled`) && told.value.state !== 0) {
    notice.value = {
      kind: "failed",
      words: `Plan order ${orderId} was not cancelled: ${told.value.msg ?? told.value.state}`,
    };
  }
}

/** Closes every position with market orders that can only close. */
export async function flatten(): Promise<void> {
  const told = await ask<{ readonly orders: readonly unknown[]; readonly left: readonly unknown[] }>("/flatten", {
    method: "POST",
  });
  if (tell(told, "Positions were not closed")) {
    const words = `${told.value.orders.length} closing orders sent, ${told.value.left.length} positions left`;
    notice.value = { kind: "done", words };
    announce(words, "polite");
  }
}

/** Sets what backs the positions of a pair. */
export async function setBacking(
  pair: string,
  { mode, long, short }: { readonly mode: "fixed" | "cross"; readonly long: string; readonly short: string },
): Promise<boolean> {
  const told = await ask<{ readonly state?: number; readonly msg?: string }>("/v3/cbu/changeMode", {
    method: "POST",
    body: { pair, mode: mode === "fixed" ? 2 : 1, leverage_long: long, leverage_short: short },
  });
  if (told.kind === "done" && told.value.state !== 0) {
    notice.value = { kind: "failed", words: `Leverage was not changed: ${told.value.msg ?? told.value.state}` };
    return false;
  }
  return tell(told, "Leverage was not changed");
}

/** Orders of a halt that are not open any more, and those that still are. */
export function haltOutcome(
  report: HaltReport,
  open: readonly Order[],
): { readonly cancelled: number; readonly open: number } {
  const ids = new Set(open.map(({ orderId }) => orderId));
  const still = report.before.filter(({ orderId }) => ids.has(orderId)).length;
  return { cancelled: report.before.length - still, open: still };
}

/** Follows halts, whoever calls them, and forgets cancels that are done. */
export function followActions(): void {
  onHappening(({ kind, data }) => {
    if (kind === "halted") {
      haltReport.value = { sinceMs: Date.now(), before: account.value?.orders ?? [] };
      announce(`Trading is halted: ${status.value?.halt?.reason ?? "asked for"}`, "assertive");
    }
    if (kind === "halt-reached") {
      const before = haltReport.value?.before.length ?? 0;
      announce(`The halt is complete. Orders cancelled: ${before}`, "assertive");
    }
    if (kind === "order") {
      const order = data["order"] as Order | undefined;
      if (order !== undefined && order.status !== "open" && cancelling.value.has(order.orderId)) {
        const rest = new Set(cancelling.value);
        rest.delete(order.orderId);
        cancelling.value = rest;
      }
    }
  });
}
