import type { Clock, Logger, UnknownOutcome } from "@depthwire/core";
import { type AbortListeners, checkOptions, required, someText } from "@depthwire/core/internal";
import { CallScope } from "../call/call-scope.js";
import type { IntentEnd, IntentStore } from "../call/intent-store.js";
import {
  type HaltOptions,
  type HaltOrder,
  haltOptionTable,
  type ResumeOptions,
  resumeOptionTable,
} from "../halt/halt-order.js";
import { joinHalts, withoutReason } from "../halt/halt-reasons.js";
import { KeptHalt } from "../halt/kept-halt.js";
import { OrderGate } from "../halt/order-gate.js";
import { Signings } from "../outcome/fence.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";
import { PendingCalls } from "../outcome/resolve-pending.js";
import { SentOrders } from "./sent-orders.js";

/** What an {@link OrderDesk} works with. */
export interface OrderDeskPorts {
  readonly clock: Clock;
  readonly intents?: IntentStore | undefined;
  readonly logger?: Logger | undefined;
  readonly listeners: AbortListeners;
}

/** Called when the store refused a halt, or its end; the store is asked again. */
export type HaltNotKeptListener = (halt: HaltOrder | undefined, error: unknown) => void;

/** How long a verdict waits for a store that is slow. Milliseconds. */
const storePatienceMs = 15_000;

/** What one client knows of its orders: which were sent, whether more may be, and what is kept of both for the next process. */
export class OrderDesk {
  readonly sent: SentOrders;
  readonly gate: OrderGate = new OrderGate();
  /** Calls of earlier processes of which it is not known what became. */
  readonly pending: PendingCalls = new PendingCalls();
  /** Whether the next process goes on with the present halt. */
  readonly keptHalt: KeptHalt;
  /** Whether it is known what earlier processes left. */
  isRecalled = false;
  readonly #ports: OrderDeskPorts;
  readonly #signings: Signings;
  readonly #notKeptListeners = new Set<HaltNotKeptListener>();
  readonly #listeners = new Set<(halt: HaltOrder | undefined) => void>();
  #recalled: Promise<void> | undefined;

  /** @param keptOrders finished orders that are remembered */
  constructor(ports: OrderDeskPorts, keptOrders: number) {
    this.#ports = ports;
    this.sent = new SentOrders(keptOrders);
    this.#signings = new Signings(ports.clock);
    const failed: HaltNotKeptListener = (halt, error) => {
      this.#logFailure(halt === undefined ? "resume" : "halt");
      for (const listener of this.#notKeptListeners) {
        listener(halt, error);
      }
    };
    const tellStore = ports.intents?.keepHalt?.bind(ports.intents);
    this.keptHalt = new KeptHalt({ clock: ports.clock, tellStore, failed });
    this.sent.onFinished((intent) => {
      this.#ports.intents?.finished?.(intent).catch(() => this.#logFailure(intent.operation));
    });
  }

  /**
   * From now on no byte of a further opening order leaves; the store keeps it for the next process. A further halt widens the first, and its reason is told.
   *
   * @throws ValidationError `option-invalid`: it is halted all the same, by the defaults
   */
  halt(reason: string, sinceMs: number, options: HaltOptions = {}): void {
    try {
      checkOptions({ reason }, { reason: required(someText) });
      checkOptions(options, haltOptionTable);
    } catch (error) {
      // The desk halts first, and reports the caller's mistake then.
      this.#halt(typeof reason === "string" && reason !== "" ? reason : "halted without a reason", sinceMs, {});
      throw error;
    }
    this.#halt(reason, sinceMs, options);
  }

  #halt(reason: string, sinceMs: number, { scope = "own", plans = "keep" }: HaltOptions): void {
    this.#keep(joinHalts(this.gate.halt, { reason, sinceMs, scope, plans }));
  }

  /**
   * Opening orders are let through again; for one reason, only if trading is halted for no other.
   *
   * @returns whether they are
   * @throws ValidationError `option-invalid`: nothing is ended
   */
  resume(options: ResumeOptions | undefined): boolean {
    checkOptions(options, resumeOptionTable);
    const { halt } = this.gate;
    const left = options && halt && withoutReason(halt, options.reason);
    if (options === undefined || left !== halt) {
      if (left === undefined) {
        this.sent.resumed();
      }
      this.#keep(left);
    }
    return this.gate.halt === undefined;
  }

  #keep(halt: HaltOrder | undefined): void {
    this.keptHalt.keep(halt);
    this.#change(halt);
  }

  /** Calls back with each halt, with one of an earlier process too, and without when trading is resumed. */
  onHalt(listener: (halt: HaltOrder | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when the store refuses to keep a halt, or its end, for the first time. Returns what ends it. */
  onHaltNotKept(listener: HaltNotKeptListener): () => void {
    this.#notKeptListeners.add(listener);
    return () => this.#notKeptListeners.delete(listener);
  }

  /**
   * Resolves when it is known what earlier processes left. Where that fails it is asked again the next time.
   *
   * @throws what the store throws
   */
  recall(): Promise<void> {
    this.#recalled ??= this.#recall().catch((error: unknown) => {
      this.#recalled = undefined;
      throw error;
    });
    return this.#recalled;
  }

  /** Since when a request that may still arrive counts on this computer's clock, in monotonic milliseconds: now, where it is not known yet. */
  knownSinceMs(signed: UnknownOutcome): number {
    return this.#signings.knownSinceMs(signed);
  }

  /**
   * A call that must not be repeated was signed just now, and is about to be sent.
   *
   * @throws what the store throws; the scope's reason: then nothing is sent
   */
  async begin(intent: UnknownOutcome, scope: CallScope): Promise<void> {
    const { intents } = this.#ports;
    this.#signings.knownSinceMs(intent);
    if (intents !== undefined) {
      const stored = intents.begin(intent);
      try {
        await scope.until(stored);
        scope.signal.throwIfAborted();
      } catch (error) {
        // A store that takes it all the same is told that nothing was sent.
        void stored.then(
          () => this.#tellStore(intent, "not-sent"),
          () => undefined,
        );
        throw error;
      }
    }
    this.sent.began(intent, this.gate.halt !== undefined);
  }

  /** It ended. The caller hears of the outcome either way: a store that fails now, or takes longer than the call may, must not hide it. */
  async ended(intent: UnknownOutcome, end: IntentEnd, scope: CallScope): Promise<void> {
    if (intent.clientOrderId !== undefined) {
      this.sent.ended(intent.clientOrderId, end);
    }
    await this.#untilTold(intent, this.#tellStore(intent, end), scope);
  }

  /** It was found out what became of a call that was cut off; where it cannot be told, the store keeps it. */
  async settled(intent: UnknownOutcome, verdict: OrderVerdict): Promise<void> {
    if (intent.clientOrderId !== undefined) {
      this.sent.settled(intent.clientOrderId, verdict);
    }
    if (verdict.kind !== "unknown") {
      const told = this.#tellStore(intent, verdict.kind === "not-placed" ? "not-sent" : "answered");
      const scope = new CallScope({ clock: this.#ports.clock, listeners: this.#ports.listeners }, storePatienceMs);
      await this.#untilTold(intent, told, scope);
      scope.end();
    }
  }

  async #recall(): Promise<void> {
    const remembered = await this.#ports.intents?.load?.();
    this.sent.recall(remembered?.intents ?? []);
    this.pending.recall(remembered?.intents ?? []);
    for (const intent of this.pending.intents()) {
      this.#signings.knownSinceMs(intent);
    }
    const { halt } = this.gate;
    if (remembered?.halt !== undefined && halt === undefined) {
      this.#change(remembered.halt);
    } else if (remembered?.halt !== undefined && halt !== undefined) {
      // Whoever ends the present one by its name must not end that of an earlier process with it.
      this.#keep(joinHalts(remembered.halt, halt));
    }
    this.isRecalled = true;
  }

  #change(halt: HaltOrder | undefined): void {
    if (halt === undefined) {
      this.gate.open();
    } else {
      this.gate.close(halt);
    }
    for (const listener of this.#listeners) {
      listener(halt);
    }
  }

  async #tellStore(intent: UnknownOutcome, end: IntentEnd): Promise<void> {
    try {
      await this.#ports.intents?.end(intent, end);
    } catch {
      this.#logFailure(intent.operation);
    }
  }

  /** If the process ends before a late store is told, the next one finds out the outcome again. */
  async #untilTold({ operation }: UnknownOutcome, told: Promise<void>, scope: CallScope): Promise<void> {
    if (scope.signal.aborted) {
      // The call is over already: the store is told beside.
      return;
    }
    try {
      await scope.until(told);
    } catch {
      this.#ports.logger?.log("warn", "intent-store-late", { operation });
    }
  }

  #logFailure(operation: string): void {
    this.#ports.logger?.log("error", "intent-store-failed", { operation });
  }
}
