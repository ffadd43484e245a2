import { OrderOutcomeUnknown, TransportError, type UnknownOutcome, VenueError } from "@depthwire/core";
import { type AbortListeners, type CompiledOperation, decodeResponse, redacted } from "@depthwire/core/internal";
import type { InputOf } from "@depthwire/schema";
import { CallScope } from "../call/call-scope.js";
import { mayAnswerCopy } from "../call/copied-request.js";
import { blamesAddress, slotEndOf } from "../call/judge-failure.js";
import { mayHaveActed } from "../call/name-error.js";
import type { OpenWaits } from "../call/open-waits.js";
import { outcomeToFind } from "../call/unknown-outcome.js";
import type { Stoppable } from "../halt/order-gate.js";
import { checkOwnAnswer, placedIn } from "../outcome/own-answer.js";
import type { Addresses } from "./addresses.js";
import type { CallerPorts } from "./caller-options.js";
import type { OrderDesk } from "./order-desk.js";
import type { WrittenRequest } from "./request-writer.js";

/** A compiled operation of which only the caller knows the types. */
export type AnyCompiled = CompiledOperation<unknown, unknown>;

/** What is sent. */
export interface Sending {
  readonly compiled: AnyCompiled;
  readonly params: InputOf<unknown>;
  readonly written: WrittenRequest;
  /** The life of the whole call. */
  readonly scope: CallScope;
  /** Stops it as long as no byte of it has left; undefined where no halt does. */
  readonly stoppable: Stoppable | undefined;
}

/** What a {@link RequestSender} is made of. */
export interface RequestSenderParts {
  readonly ports: CallerPorts;
  readonly addresses: Addresses;
  readonly listeners: AbortListeners;
  readonly desk: OrderDesk;
  readonly waits: OpenWaits;
  readonly maxAnswerBytes: number;
}

/** Sends a written request once and reads its answer. */
export class RequestSender {
  readonly #parts: RequestSenderParts;

  constructor(parts: RequestSenderParts) {
    this.#parts = parts;
  }

  /**
   * A call that must not be repeated: its intent is stored before the first byte, and an unclear end is said to be one.
   *
   * @param answerTimeoutMs how long the answer is waited for; undefined: as long as the call may last
   */
  async sendOnce(sending: Sending, answerTimeoutMs: number | undefined): Promise<unknown> {
    const { compiled, params, written, scope, stoppable } = sending;
    const { desk, ports, waits } = this.#parts;
    const intent = outcomeToFind(compiled.operation, params, written.signedAtMs);
    await desk.begin(intent, scope);
    try {
      // Closed, halted or given up since it was signed: not every transport looks at a signal that says so already.
      waits.check(scope);
      stoppable?.handedOver();
      const answer =
        answerTimeoutMs === undefined ? this.#exchange(sending, scope) : this.send(sending, answerTimeoutMs);
      const result = await answer;
      noteAnswer(desk, intent, result);
      await desk.ended(intent, "answered", scope);
      return result;
    } catch (error) {
      if (mayHaveActed(error) || (ports.http.mayRepeat === true && mayAnswerCopy(error))) {
        await desk.ended(intent, "unknown", scope);
        throw new OrderOutcomeUnknown(intent, { cause: error });
      }
      const slotEnd = slotEndOf(error);
      await desk.ended(intent, slotEnd === "not-sent" ? "not-sent" : "refused", scope);
      if (slotEnd === "too-frequent" && intent.clientOrderId !== undefined) {
        // The venue looked at nothing but the count: the same order may be sent again under its own id.
        desk.sent.freed(intent.clientOrderId);
      }
      throw error;
    }
  }

  /** One attempt, which may take `attemptTimeoutMs`. */
  async send(sending: Sending, attemptTimeoutMs: number): Promise<unknown> {
    const { ports, listeners } = this.#parts;
    const attempt = new CallScope({ clock: ports.clock, listeners }, attemptTimeoutMs, sending.scope.signal);
    try {
      return await this.#exchange(sending, attempt);
    } finally {
      attempt.end();
    }
  }

  /** @param attempt ends the exchange; the whole call's own, or shorter */
  async #exchange({ compiled, written, scope, stoppable }: Sending, attempt: CallScope): Promise<unknown> {
    const { ports, addresses, maxAnswerBytes } = this.#parts;
    const { base } = compiled.operation;
    const address = addresses.present(base);
    try {
      const unsent = stoppable === undefined ? {} : { unsentSignal: stoppable.signal };
      const limits = { signal: attempt.signal, ...unsent, maxBodyBytes: maxAnswerBytes };
      const response = await ports.http(address, written.request, limits);
      return decodeResponse(compiled, response, written.commandIndex);
    } catch (error) {
      if (!scope.signal.aborted && blamesAddress(error)) {
        addresses.failed(base, address);
      }
      throw echoOf(error, written) ?? haltOf(error, stoppable) ?? timeLimitOf(error, attempt, scope);
    }
  }
}

/** A venue may repeat what it was sent: the error leaves out the words of a refusal that holds a header of the request, key or signature. */
function echoOf(error: unknown, { request }: WrittenRequest): VenueError | undefined {
  const secrets = Object.values(request.headers).filter((value) => value.length >= minSecretLength);
  if (!(error instanceof VenueError) || !secrets.some((secret) => error.details.published.includes(secret))) {
    return undefined;
  }
  const { details, ambiguous, retryable } = error;
  return new VenueError({ ...details, published: redacted }, { ambiguous, retryable });
}

const minSecretLength = 8;

/** The scope that ended the attempt says why; only the adapter knows whether a byte had gone out. */
function timeLimitOf(error: unknown, attempt: CallScope, scope: CallScope): unknown {
  const { signal } = scope.signal.aborted ? scope : attempt;
  if (!signal.aborted || !(error instanceof TransportError)) {
    return error;
  }
  const reason = signal.reason;
  if (!(reason instanceof TransportError)) {
    return error;
  }
  const { ambiguous } = error;
  return new TransportError(reason.code, reason.details, { ambiguous, retryable: reason.retryable, cause: error });
}

/** What was stopped by a halt says so. Only what certainly was not sent was stopped. */
function haltOf(error: unknown, stoppable: Stoppable | undefined): unknown {
  const isStopped = error instanceof TransportError && error.code === "aborted" && !error.ambiguous;
  return isStopped && stoppable?.signal.aborted === true ? stoppable.signal.reason : undefined;
}

/**
 * An order that was answered has an id of the venue's from now on.
 *
 * @throws ProtocolError `response-shape`: the answer is not this order's
 */
function noteAnswer({ sent }: OrderDesk, intent: UnknownOutcome, result: unknown): void {
  const placed = placedIn(result);
  if (placed !== undefined) {
    checkOwnAnswer(intent, placed, sent);
    sent.answered({ ...placed, clientOrderId: intent.clientOrderId });
  }
}
