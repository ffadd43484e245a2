import type { AccountEvent, AccountFill, AccountState } from "@depthwire/account";
import type { ExchangeEvent } from "@depthwire/exchange";
import type { AccountView } from "@depthwire/sandbox/in-memory";
import type { Findings } from "./findings.js";

const passive: ReadonlySet<string> = new Set(["lighten", "liquidate", "auto-deleverage"]);
const openStatuses: ReadonlySet<string> = new Set(["open", "partly-filled", "cancelling"]);

/** Holds what an account's loop gets, over all lives of its program, against what the exchange did: each event once. */
export class EventAudit {
  readonly #findings: Findings;
  readonly #who: string;
  readonly #made = new Set<string>();
  readonly #heard = new Map<string, number>();
  /** With what a life was at work when it ended: it comes again. */
  readonly #unfinished = new Map<string, number>();
  #last: string | undefined;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  /** What the exchange did before comes again, from its disk. */
  renewed(): void {
    this.#made.clear();
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === "filled") {
      const { orderId, fillId, dealQuantity, dealPrice } = event.fill;
      this.#made.add(`fill ${fillId} of ${orderId}: ${plain(dealQuantity)} at ${plain(dealPrice)}`);
    } else if (event.kind === "position-logged" && passive.has(event.change.type)) {
      this.#made.add(`change ${event.change.positionChangeId}`);
    }
  }

  /** The loop got an event. */
  heard(event: AccountEvent): void {
    const key = keyOf(event);
    this.#last = key;
    if (key === undefined) {
      return;
    }
    const times = (this.#heard.get(key) ?? 0) + 1;
    this.#heard.set(key, times);
    if (times > 1 + (this.#unfinished.get(key) ?? 0)) {
      this.#findings.add("events", `${this.#who}: ${key}, ${times} times`);
    }
  }

  /** The loop got an event that it may know already. */
  heardAgain(event: AccountEvent): void {
    if (!this.#heard.has(keyOf(event) ?? "")) {
      this.heard(event);
    }
  }

  /** The program was ended while its loop was at work. */
  ended(): void {
    if (this.#last !== undefined) {
      this.#unfinished.set(this.#last, (this.#unfinished.get(this.#last) ?? 0) + 1);
    }
    this.#last = undefined;
  }

  /** Nothing is under way: a list of all trades has each once. */
  concludeList(fills: readonly AccountFill[]): void {
    const listed = fills.map((fill) => keyOf({ kind: "fill", fill } as AccountEvent) ?? "");
    const made = [...this.#made].filter((key) => key.startsWith("fill"));
    this.#findings.looked("events");
    if (listed.toSorted().join("; ") !== made.toSorted().join("; ")) {
      this.#findings.add("events", `${this.#who}: the list of trades has ${listed.length}, the venue ${made.length}`);
    }
  }

  /** Nothing is under way: everything that happened was told, and the mirror shows the account. */
  conclude(state: AccountState, truth: AccountView): void {
    for (const key of this.#made) {
      this.#findings.looked("events");
      if (!this.#heard.has(key)) {
        this.#findings.add("events", `${this.#who}: ${key} was never told`);
      }
    }
    for (const key of this.#heard.keys()) {
      if (!this.#made.has(key)) {
        this.#findings.add("events", `${this.#who}: ${key} was told and never happened`);
      }
    }
    const mirrored = [...ordersOf(state), ...positionsOf(state)].toSorted().join("; ");
    const actual = [
      ...truth.openOrders.map(({ orderId, dealQuantity }) => `order ${orderId} ${plain(dealQuantity)}`),
      ...truth.positions.map(({ pair, side, quantity }) => `${pair} ${side} ${plain(quantity)}`),
    ];
    this.#findings.looked("events");
    if (mirrored !== actual.toSorted().join("; ")) {
      this.#findings.add("events", `${this.#who}: the mirror has [${mirrored}], the venue [${actual.join("; ")}]`);
    }
  }
}

function keyOf(event: AccountEvent): string | undefined {
  if (event.kind === "fill") {
    const { orderId, fillId, dealQuantity, dealPrice } = event.fill;
    return `fill ${fillId} of ${orderId}: ${plain(dealQuantity)} at ${plain(dealPrice)}`;
  }
  return event.kind === "position-change" ? `change ${event.change.positionChangeId}` : undefined;
}

function ordersOf({ orders }: AccountState): readonly string[] {
  return [...orders.values()]
    .filter(({ status }) => openStatuses.has(status))
    .map(({ orderId, dealQuantity }) => `order ${orderId} ${plain(dealQuantity)}`);
}

function positionsOf({ positions }: AccountState): readonly string[] {
  return [...positions.values()].flatMap(({ long, short }) =>
    [long, short].flatMap((one) =>
      one === undefined || plain(one.quantity) === "0" ? [] : [`${one.pair} ${one.side} ${plain(one.quantity)}`],
    ),
  );
}

/** Without zeros at its end. */
function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
