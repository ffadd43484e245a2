import { type UnknownOutcome, ValidationError } from "@depthwire/core";
import { ownText } from "@depthwire/core/internal";
import type { IntentEnd, RememberedIntent } from "../call/intent-store.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";
import { isFinished } from "../trader/order-state.js";
import { type OrderProgress, progressAfter } from "./order-progress.js";
import type { SentEntry as Entry, HeardOrder, SentOrder } from "./sent-order.js";

/** Told what became of an order, by the caller's id. */
export type VerdictListener = (clientOrderId: string, verdict: OrderVerdict) => void;

/** Called with an order to which nothing more can happen. */
export type FinishedListener = (intent: UnknownOutcome) => void;

/** Default number of finished orders that a client remembers. A forgotten id can be used again. */
export const defaultKeptOrders = 100_000;
/** Those that are not known to be finished are remembered up to this many in all. */
const maxOrders = 1_000_000;
/** Looking for what can be forgotten walks over everything: that is done once for so large a part of the bound. */
const forgottenPart = 0.01;

/** Every order that a client sent with an id: an id is used once, and a halt knows whose orders are its own. */
export class SentOrders {
  readonly #byClientOrderId = new Map<string, Entry>();
  readonly #byOrderId = new Map<string, Entry>();
  readonly #unfinished = new Set<Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #verdictListeners = new Set<VerdictListener>();
  readonly #finishedListeners = new Set<FinishedListener>();
  readonly #keptOrders: number;

  /** @param keptOrders finished orders that are remembered */
  constructor(keptOrders: number = defaultKeptOrders) {
    this.#keptOrders = keptOrders;
  }

  /** Those that are not known to be finished. */
  unfinished(): readonly SentOrder[] {
    return [...this.#unfinished];
  }

  /** Whether an order is one of this client's, by either id. */
  find(order: { readonly orderId?: string; readonly clientOrderId?: string | undefined }): SentOrder | undefined {
    const byId = order.orderId === undefined ? undefined : this.#byOrderId.get(order.orderId);
    return byId ?? this.#of(order.clientOrderId);
  }

  /** Calls back whenever more is known of an order. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back with each verdict on an order whose call was cut off. Returns what ends it. */
  onVerdict(listener: VerdictListener): () => void {
    this.#verdictListeners.add(listener);
    return () => this.#verdictListeners.delete(listener);
  }

  /** Calls back with each order that was sent and is finished now. Returns what ends it. */
  onFinished(listener: FinishedListener): () => void {
    this.#finishedListeners.add(listener);
    return () => this.#finishedListeners.delete(listener);
  }

  /**
   * An order is to be sent with this id.
   *
   * @throws ValidationError `value-invalid` when an order was sent with it before
   */
  claim(clientOrderId: string): void {
    const earlier = this.#of(clientOrderId);
    if (earlier !== undefined && (earlier.isFree !== true || earlier.orderId !== undefined)) {
      const rule = "an id that this client has not used before";
      throw new ValidationError("value-invalid", { path: "clientOrderId", rule }, { operation: "placeOrder" });
    }
    this.#add({ clientOrderId, intent: undefined, progress: "on-its-way", isRecalled: false }, earlier);
  }

  /** It came to nothing before it was about to be sent: the id can be used again. */
  release(clientOrderId: string): void {
    const entry = this.#of(clientOrderId);
    if (entry?.progress === "on-its-way" && entry.intent === undefined) {
      this.ended(clientOrderId, "not-sent");
    }
  }

  /**
   * It was refused without a look: the id can be used again. It stays this client's, because something on the way may have refused what the
   * venue took.
   */
  freed(clientOrderId: string): void {
    const entry = this.#of(clientOrderId);
    if (entry !== undefined) {
      entry.isFree = true;
    }
  }

  /** The order is about to be sent. */
  began(intent: UnknownOutcome, isSentWhileHalted: boolean): void {
    const entry = this.#of(intent.clientOrderId);
    if (entry !== undefined) {
      entry.intent = intent;
      entry.isSentWhileHalted = isSentWhileHalted;
    }
  }

  /** Trading goes on: a later halt cancels what was sent during this one. */
  resumed(): void {
    // Also one that was refused: it may show up as open yet.
    for (const entry of this.#byClientOrderId.values()) {
      entry.isSentWhileHalted = false;
    }
  }

  /** Its call ended. The id of an order that certainly was not sent can be used again; one that was heard of was sent, whatever its call says. */
  ended(clientOrderId: string, end: IntentEnd): void {
    const entry = this.#of(clientOrderId);
    if (entry === undefined) {
      return;
    }
    if (end === "not-sent" && entry.orderId === undefined) {
      this.#byClientOrderId.delete(clientOrderId);
      this.#unfinished.delete(entry);
      if (entry.freed !== undefined) {
        this.#byClientOrderId.set(clientOrderId, entry.freed);
      }
    } else if (end !== "not-sent" && entry.progress === "on-its-way") {
      delete entry.freed;
      this.#set(entry, progressAfter(end));
    }
    this.#changed();
  }

  /** It was found out what became of an order whose call was cut off. */
  settled(clientOrderId: string, verdict: OrderVerdict): void {
    const entry = this.#of(clientOrderId);
    if (entry === undefined) {
      return;
    }
    for (const listener of this.#verdictListeners) {
      listener(clientOrderId, verdict);
    }
    switch (verdict.kind) {
      case "placed":
      case "rejected":
        for (const order of verdict.orders) {
          this.heard(order);
        }
        if (verdict.orders.length === 0) {
          // It was answered, and is among the orders that are open no more.
          this.#set(entry, "finished");
        }
        break;
      case "not-placed":
        this.#set(entry, "finished");
        break;
      case "unknown":
        // Whichever of them it is, if any, nothing can happen to it any more.
        if (verdict.candidates?.every(({ status }) => isFinished(status)) !== true) {
          return;
        }
        this.#set(entry, "finished");
        break;
    }
    this.#changed();
  }

  /** Its call was answered: of several orders with its id, the one of the answer is the caller's. */
  answered(order: HeardOrder): void {
    const known = this.#of(order.clientOrderId);
    if (known?.orderId !== undefined && known.orderId !== order.orderId) {
      this.#addOther(known, known.orderId);
      this.#unfinished.add(known);
      this.#set(known, isFinished(order.status) ? "finished" : "open", order.orderId);
    } else {
      this.heard(order);
    }
  }

  /** Its answer named an order that is not this one, or that nobody has: its outcome is to be found out. */
  doubted(intent: UnknownOutcome): void {
    const known = this.#of(intent.clientOrderId);
    if (known !== undefined) {
      this.#byOrderId.delete(known.orderId ?? "");
      Object.assign(known, { orderId: undefined, intent, progress: "unknown" } satisfies Partial<Entry>);
      this.#unfinished.add(known);
      this.#changed();
    }
  }

  /**
   * Something was heard of an order of the account. An order that was thought refused, and is open at the venue, is open.
   *
   * @returns the venue's id of another order of this client's with the same id of the caller's, if there is one
   */
  heard({ orderId, clientOrderId, status }: HeardOrder): string | undefined {
    // Whatever is found is an entry of ours, also one whose id was given to another order since.
    const known: Entry | undefined = this.find({ orderId, clientOrderId });
    if (known === undefined) {
      return undefined;
    }
    if (known.orderId !== undefined && known.orderId !== orderId) {
      this.#addOther(known, orderId);
      return known.orderId;
    }
    const { progress } = known;
    if (progress !== "finished" || known.orderId === undefined) {
      this.#unfinished.add(known);
      this.#set(known, isFinished(status) ? "finished" : "open", orderId);
    }
    if (progress === "unknown" || progress === "on-its-way") {
      this.#changed();
    }
    return undefined;
  }

  /** Takes over what an earlier process sent. */
  recall(remembered: readonly RememberedIntent[]): void {
    for (const { intent, end } of remembered) {
      const { clientOrderId } = intent;
      if (clientOrderId !== undefined && end !== "not-sent" && !this.#byClientOrderId.has(clientOrderId)) {
        this.#add({ clientOrderId, intent, progress: progressAfter(end ?? "unknown"), isRecalled: true });
      }
    }
    this.#changed();
  }

  #of(clientOrderId: string | undefined): Entry | undefined {
    return clientOrderId === undefined ? undefined : this.#byClientOrderId.get(clientOrderId);
  }

  #add(sent: Pick<SentOrder, "clientOrderId" | "intent" | "progress" | "isRecalled">, freed?: Entry): void {
    const entry: Entry = { ...sent, orderId: undefined, isSentWhileHalted: false };
    if (freed !== undefined) {
      entry.freed = freed;
    }
    this.#byClientOrderId.set(entry.clientOrderId, entry);
    if (entry.progress !== "finished") {
      this.#unfinished.add(entry);
    }
    this.#forget();
  }

  #set(entry: Entry, progress: OrderProgress, orderId: string | undefined = entry.orderId): void {
    entry.progress = progress;
    if (orderId !== undefined && orderId !== entry.orderId) {
      entry.orderId = ownText(orderId);
      this.#byOrderId.set(entry.orderId, entry);
    }
    if (progress === "finished" && this.#unfinished.delete(entry) && entry.intent !== undefined) {
      for (const listener of this.#finishedListeners) {
        listener(entry.intent);
      }
      // Nothing is looked for any more, and many are remembered.
      entry.intent = undefined;
    }
  }

  #addOther(entry: Entry, orderId: string): void {
    if (entry.others?.includes(orderId) !== true) {
      const own = ownText(orderId);
      entry.others = [...(entry.others ?? []), own];
      this.#byOrderId.set(own, entry);
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }

  #forget(): void {
    const excess = this.#byClientOrderId.size - this.#unfinished.size - this.#keptOrders;
    if (excess > 0) {
      const forgotten = excess + Math.floor(this.#keptOrders * forgottenPart);
      const finished = [...this.#byClientOrderId.values()].filter(({ progress }) => progress === "finished");
      this.#drop(finished.slice(0, forgotten));
    }
    if (this.#byClientOrderId.size > maxOrders) {
      this.#drop([...this.#byClientOrderId.values()].slice(0, maxOrders * forgottenPart));
    }
  }

  #drop(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#byClientOrderId.delete(entry.clientOrderId);
      this.#unfinished.delete(entry);
      for (const orderId of [entry.orderId, ...(entry.others ?? [])]) {
        this.#byOrderId.delete(orderId ?? "");
      }
    }
  }
}
