import { Credential, DepthwireError, TransportError } from "@depthwire/core";
import { AbortListeners, checkOptions, checkParams } from "@depthwire/core/internal";
import type { InputOf, Operation, PassedOf, ResultOf } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import { defaultRetryOptions, type RetryOptions, retryDelayMs } from "../call/backoff.js";
import { type CallOptions, callOptionTable } from "../call/call-options.js";
import { CallScope } from "../call/call-scope.js";
import { mayRepeat, slotEndOf } from "../call/judge-failure.js";
import { nameError, unsignedError } from "../call/name-error.js";
import { OpenWaits } from "../call/open-waits.js";
import { isCancelled, mayMeanCancelled } from "../call/repeated-cancel.js";
import { defaultVenueClockOptions, type VenueClockReading } from "../clock/venue-clock.js";
import { isOpening } from "../halt/order-gate.js";
import { priorityOf } from "../throttle/priority.js";
import type { Slot, SlotEnd } from "../throttle/throttle.js";
import { Addresses } from "./addresses.js";
import type { Call } from "./call-on-its-way.js";
import { CallTurns } from "./call-turns.js";
import { callerOptionTable } from "./caller-option-table.js";
import type { CallerOptions, CallerPorts } from "./caller-options.js";
import { CompiledOperations } from "./compiled-operations.js";
import { OrderDesk } from "./order-desk.js";
import { OrderIds } from "./order-ids.js";
import { RequestSender, type Sending } from "./request-sender.js";
import { RequestWriter } from "./request-writer.js";
import { defaultKeptOrders } from "./sent-orders.js";
import type { ThrottlesStatistics } from "./throttles.js";
import { VenueClockMeter } from "./venue-clock-meter.js";

/** Makes calls: checks, waits its turn, signs, sends, decodes, and repeats what may be repeated. */
export class Caller {
  /** The addresses and which of them are used now. */
  readonly addresses: Addresses;
  /** What is known of the orders of this client, and whether more may be sent. */
  readonly desk: OrderDesk;
  /** Follows the signals of callers. */
  readonly listeners: AbortListeners;
  readonly #ports: CallerPorts;
  readonly #retry: RetryOptions;
  readonly #timeoutMs: number;
  readonly #attemptTimeoutMs: number;
  readonly #sender: RequestSender;
  readonly #turns: CallTurns;
  readonly #time: VenueClockMeter;
  readonly #writer: RequestWriter;
  readonly #ids: OrderIds;
  readonly #compiled = new CompiledOperations();
  #credential: Credential | undefined;
  readonly #waits = new OpenWaits();
  #ordersSent = 0;

  /** @throws ValidationError `option-invalid` */
  constructor(options: CallerOptions, ports: CallerPorts) {
    const { clock, random } = ports;
    checkOptions(options, callerOptionTable);
    this.#ports = ports;
    this.listeners = ports.listeners ?? new AbortListeners();
    this.#credential = options.credential && Credential.checked(options.credential);
    this.#retry = { ...defaultRetryOptions, ...options.retry };
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? 5_000;
    this.addresses = new Addresses(options.addresses);
    const maxAnswerBytes = options.maxAnswerBytes ?? 8_388_608;
    const { listeners } = this;
    this.desk = new OrderDesk(
      { clock, intents: ports.intents, logger: ports.logger, listeners },
      options.keptOrders ?? defaultKeptOrders,
    );
    const { desk } = this;
    const waits = this.#waits;
    this.#sender = new RequestSender({ ports, addresses: this.addresses, listeners, desk, waits, maxAnswerBytes });
    this.#turns = new CallTurns({
      clock,
      throttles: ports.throttles,
      options: options.throttle ?? {},
      waits,
      credential: () => this.#credential,
    });
    this.#time = new VenueClockMeter({
      clock,
      options: { ...defaultVenueClockOptions, ...options.clock },
      askVenueMs: () => this.#askVenueMs(),
    });
    this.#writer = new RequestWriter({
      serviceName: options.serviceName ?? "svc",
      credential: () => this.#credential,
      signingTimeMs: () => this.#time.signingTimeMs(),
      guard: ports.guard,
    });
    // Computers that trade by turns with one key agree on the venue's time alone.
    const idTime = ports.guard === undefined ? clock : { epochMs: () => Math.floor(this.venueNow().nowMs) };
    this.#ids = new OrderIds({ time: idTime, random, sent: desk.sent, form: options.clientOrderIds ?? "integers" });
  }

  /** What is known of the venue's time; undefined before it was needed. */
  venueTime(): VenueClockReading | undefined {
    return this.#time.reading();
  }

  /** Aborted when this client is closed. */
  get closing(): AbortSignal {
    return this.#waits.closing;
  }

  /** Whether the runtime may send a request twice by itself. */
  get mayRepeat(): boolean {
    return this.#ports.http.mayRepeat === true;
  }

  /** The venue's time as far as it is known, in epoch milliseconds; the computer's own before it was measured. */
  venueNow(): { readonly nowMs: number; readonly uncertaintyMs: number } {
    const { offsetMs, uncertaintyMs } = this.#time.reading() ?? { offsetMs: 0, uncertaintyMs: 0 };
    return { nowMs: this.#ports.clock.epochMs() + offsetMs, uncertaintyMs };
  }

  /** Measures the venue's time now. */
  measureVenueTime(): Promise<void> {
    return this.#time.measure();
  }

  /** What waits and what waited. */
  throttleStatistics(): ThrottlesStatistics {
    return this.#turns.statistics();
  }

  /**
   * From now on calls are signed with another key; calls that were sent already end as they are.
   *
   * @throws ValidationError `credential-invalid`
   */
  rotate(credential: Credential): void {
    this.#credential = Credential.checked(credential);
  }

  /** Takes no more calls, and ends waiting calls with `closed`. A call that was sent runs to its end and is not repeated. */
  close(): void {
    this.#waits.close();
    this.desk.keptHalt.close();
  }

  /**
   * Calls one operation of the venue.
   *
   * @throws ValidationError `value-invalid`, `option-invalid`, `halted`: nothing was sent
   * @throws VenueError when the venue refused
   * @throws OrderOutcomeUnknown when a call that must not be repeated may have been carried out
   * @throws TransportError `connect-failed`, `connection-lost`, `timed-out`, `aborted`, `queue-full`, `clock-unreliable`, `closed`
   * @throws ProtocolError `response-not-json`, `response-shape`, `text-too-long`
   */
  async call<Op extends Operation>(
    operation: Op,
    params: PassedOf<Op>,
    options: CallOptions = {},
  ): Promise<ResultOf<Op>> {
    const { name } = operation;
    if (this.closing.aborted) {
      throw new TransportError("closed", {}, { operation: name });
    }
    this.#ports.guard?.begin(operation);
    checkOptions(options, callOptionTable);
    const compiled = this.#compiled.of(operation);
    const complete = this.#ids.complete(operation, params as InputOf<unknown>);
    const { latestPrice } = options;
    checkParams(compiled, complete, latestPrice === undefined ? {} : { latestPrice });
    const claimed = this.#ids.claim(operation, complete);
    const shared = { clock: this.#ports.clock, listeners: this.listeners };
    const scope = new CallScope(shared, options.timeoutMs ?? this.#timeoutMs, options.signal);
    const isStoppable = isOpening(operation, complete) || options.haltStops === "this-order";
    const stoppable = isStoppable ? this.desk.gate.enter(scope) : undefined;
    const ordersBefore = this.#ordersSent;
    const call: Call = { compiled, params: complete, options, scope, stoppable, ordersBefore, attempts: 0 };
    try {
      return (await this.#repeat(call)) as ResultOf<Op>;
    } catch (error) {
      throw nameError(error, name, call.attempts);
    } finally {
      stoppable?.end();
      scope.end();
      if (claimed !== undefined) {
        this.desk.sent.release(claimed);
      }
    }
  }

  async #repeat(call: Call): Promise<unknown> {
    const { compiled, scope } = call;
    let lastError: unknown;
    for (let failures = 0; ; failures++) {
      try {
        return await this.#attempt(call, lastError);
      } catch (error) {
        const wasSentBefore = lastError !== undefined || this.mayRepeat;
        if (wasSentBefore && mayMeanCancelled(compiled.operation, error)) {
          return await this.#settleCancel(call, error);
        }
        if (scope.signal.aborted || failures + 1 >= this.#retry.maxAttempts || !this.#mayRepeat(call, error)) {
          throw error;
        }
        lastError = error;
      }
      const delayMs = retryDelayMs(this.#retry, failures + 1, this.#ports.random());
      this.#logRepetition(compiled.operation, lastError, failures + 1, delayMs);
      await this.#waits.during(scope, () => scope.wait(this.#ports.clock, delayMs));
    }
  }

  /** The first cancel may have been carried out although it was not answered. */
  async #settleCancel({ params, options }: Call, refusal: unknown): Promise<unknown> {
    if (await isCancelled(this, params, options)) {
      return undefined;
    }
    throw refusal;
  }

  #mayRepeat({ compiled, ordersBefore }: Call, error: unknown): boolean {
    return mayRepeat({ operation: compiled.operation, error, orderedSince: this.#ordersSent !== ordersBefore });
  }

  /** @param lastError why the attempt before this one failed; undefined for the first */
  async #attempt(call: Call, lastError: unknown): Promise<unknown> {
    const { compiled, options, scope } = call;
    const { operation } = compiled;
    if (!this.#isReady(operation)) {
      await this.#waits.during(scope, () => scope.until(this.#prepare(operation)));
    }
    const priority = options.priority ?? priorityOf(operation.purpose);
    return this.#turns.take(operation, priority, scope, (slot) => this.#use(slot, call, lastError));
  }

  /** Signs and sends in the turn in which it is called: the key, and what ends the call, are those of that turn. */
  async #use(slot: Slot, call: Call, lastError: unknown): Promise<unknown> {
    const { compiled, params, scope, stoppable } = call;
    // Until something is sent, nothing was.
    let end: SlotEnd = "not-sent";
    try {
      this.#waits.check(scope);
      if (lastError !== undefined && !this.#mayRepeat(call, lastError)) {
        // An order went out while this one waited for its turn.
        throw lastError;
      }
      const sending = { compiled, params, written: this.#writer.write(compiled, params), scope, stoppable };
      call.attempts++;
      const answer = await this.#send(sending, call.options);
      end = "sent";
      return answer;
    } catch (error) {
      end = error === lastError ? "not-sent" : slotEndOf(error);
      if (end === "too-frequent") {
        this.#ports.logger?.log("warn", "venue-cool-down", { operation: compiled.operation.name });
      }
      throw error;
    } finally {
      slot.end(end);
    }
  }

  #send(sending: Sending, { answerTimeoutMs }: CallOptions): Promise<unknown> {
    const { repeat, purpose } = sending.compiled.operation;
    if (repeat !== "never") {
      return this.#sender.send(sending, this.#attemptTimeoutMs);
    }
    this.#ordersSent += purpose === "order" ? 1 : 0;
    return this.#sender.sendOnce(sending, answerTimeoutMs);
  }

  /** Whether all is known that a call needs: what earlier processes left, and the venue's time. */
  #isReady({ purpose, auth }: Operation): boolean {
    return (purpose !== "order" || this.desk.isRecalled) && (auth !== "signed-headers" || !this.#time.isDue);
  }

  async #prepare({ purpose, auth }: Operation): Promise<void> {
    if (purpose === "order") {
      await this.desk.recall();
    }
    if (auth === "signed-headers") {
      await this.#time.ready().catch((error: unknown) => {
        throw unsignedError(error);
      });
    }
  }

  async #askVenueMs(): Promise<number> {
    // A cancel cannot be signed without it, so nothing that hangs may hold it up.
    const options = { timeoutMs: this.#attemptTimeoutMs, priority: "cancel" } as const;
    return (await this.call(usdt.getServerTime, {}, options)).serverTimeMs;
  }

  #logRepetition(operation: Operation, error: unknown, failures: number, delayMs: number): void {
    const cause = error instanceof DepthwireError ? error.code : "unknown";
    const fields = { operation: operation.name, cause, failures, delayMs: Math.ceil(delayMs) };
    this.#ports.logger?.log("info", "call-repeated", fields);
  }
}
