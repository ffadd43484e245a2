/** An order as a venue keeps it, by the wire's names. */
interface KeptOrder {
  readonly oi: string;
  readonly coi: string;
  readonly pi: string;
  readonly sd: number;
  readonly p: string;
  readonly q: string;
  readonly eq: string;
  s: number;
  readonly t: number;
}

type Body = Readonly<Record<string, unknown>>;

const zeros = { dp: "60000", f: "0", fb: "0", fb0: "0", fz: "0", r: 0, ui: 1, of: 6 };
/** States of an order from here on are its end. */
const firstFinished = 3;
const cancelled = 5;

/** A venue in a few lines, which keeps orders until they are cancelled. */
export class HaltVenue {
  readonly #orders = new Map<string, KeptOrder>();

  /** Ids of the caller's of orders that wait, in order of their coming. */
  get open(): readonly string[] {
    return this.#waiting().map(({ coi }) => coi);
  }

  /** Carries a request out and answers it, by the last word of its path. @param atMs epoch milliseconds */
  carryOut(call: string, body: Body, atMs: number): object {
    switch (call) {
      case "open":
        return this.#place(body, atMs);
      case "close":
        return this.#cancel(body["order_id"]) ? { state: 0, result: "" } : { state: 2033, msg: "finished" };
      case "closeBatch":
        for (const id of listOf(body["order_ids"])) {
          this.#cancel(id);
        }
        return { state: 0, result: "" };
      case "list":
        return pageOf(this.#waiting().filter(({ sd }) => sd === body["order_side"]));
      case "listBatch":
        return { state: 0, result: this.#shown(({ oi }) => listOf(body["order_ids"]).includes(oi)) };
      case "listBatchByClientOid":
        return { state: 0, result: this.#shown(({ coi }) => listOf(body["order_ids"]).includes(coi)) };
      case "orderById":
        return { state: 2040, msg: "no such order" };
      case "orderHistory":
        return { state: 0, result: { count: 0, page: 1, items: [] } };
      case "planOrderList":
      case "position":
        return { state: 0, result: [] };
      default:
        return { state: 0, result: "" };
    }
  }

  #place(body: Body, atMs: number): object {
    const oi = String(100 + this.#orders.size);
    const coi = String(body["client_oid"]);
    const { pair, order_side: side, price, amount } = body;
    const facts = { pi: String(pair), sd: Number(side), p: String(price), q: String(amount) };
    this.#orders.set(oi, { oi, coi, ...facts, eq: "0", s: 1, t: atMs });
    return { state: 0, order_id: oi, client_oid: coi, status: 1 };
  }

  #cancel(id: unknown): boolean {
    const kept = this.#orders.get(String(id));
    if (kept === undefined || kept.s >= firstFinished) {
      return false;
    }
    kept.s = cancelled;
    return true;
  }

  #waiting(): readonly KeptOrder[] {
    return [...this.#orders.values()].filter(({ s }) => s < firstFinished);
  }

  #shown(isMeant: (order: KeptOrder) => boolean): readonly object[] {
    return [...this.#orders.values()].filter(isMeant).map((order) => ({ ...zeros, ...order }));
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function pageOf(orders: readonly KeptOrder[]): object {
  return { state: 0, result: { p: 1, t: orders.length, o: orders.map((order) => ({ ...zeros, ...order })) } };
}
