import {
  type CompiledOperation,
  decodeResponse,
  OrderOutcomeUnknown,
  TransportError,
  type UnknownOutcome,
} from "@depthwire/core";
import type { InputOf } from "@depthwire/schema";
import { CallScope } from "../call/call-scope.js";
import type { IntentEnd } from "../call/intent-store.js";
import { blamesAddress } from "../call/judge-failure.js";
import { mayHaveActed } from "../call/name-error.js";
import { outcomeToFind } from "../call/unknown-outcome.js";
import type { AddressBook } from "./addresses.js";
import type { CallerPorts } from "./caller-options.js";
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
}

/** What a {@link Sender} is made of. */
export interface SenderParts {
  readonly ports: CallerPorts;
  readonly addresses: AddressBook;
  readonly maxAnswerBytes: number;
}

/** Sends a written request once and reads its answer. */
export class Sender {
  readonly #parts: SenderParts;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** A call that must not be repeated: its intent is stored before the first byte, and an unclear end is said to be one. */
  async sendOnce(sending: Sending): Promise<unknown> {
    const { compiled, params, written } = sending;
    const intent = outcomeToFind(compiled.operation, params, written.signedAtMs);
    await this.#parts.ports.intents?.begin(intent);
    try {
      const result = await this.send(sending, longestTimeoutMs);
      await this.#ended(intent, "answered");
      return result;
    } catch (error) {
      if (mayHaveActed(error)) {
        await this.#ended(intent, "unknown");
        throw new OrderOutcomeUnknown(intent, { cause: error });
      }
      await this.#ended(intent, error instanceof TransportError ? "not-sent" : "refused");
      throw error;
    }
  }

  /** One attempt, which may take `attemptTimeoutMs`. */
  async send({ compiled, written, scope }: Sending, attemptTimeoutMs: number): Promise<unknown> {
    const { ports, addresses, maxAnswerBytes } = this.#parts;
    const { base } = compiled.operation;
    const address = addresses.present(base);
    const attempt = new CallScope(ports.clock, attemptTimeoutMs, scope.signal);
    try {
      const limits = { signal: attempt.signal, maxBodyBytes: maxAnswerBytes };
      const response = await ports.http(address, written.request, limits);
      return decodeResponse(compiled, response, written.commandIndex);
    } catch (error) {
      if (!scope.signal.aborted && blamesAddress(error)) {
        addresses.failed(base, address);
      }
      throw timeLimitOf(error, attempt, scope);
    } finally {
      attempt.end();
    }
  }

  /** The outcome is known to the caller either way: a store that fails now must not hide it. */
  async #ended(intent: UnknownOutcome, end: IntentEnd): Promise<void> {
    try {
      await this.#parts.ports.intents?.end(intent, end);
    } catch {
      this.#parts.ports.logger?.log("error", "intent-store-failed", { operation: intent.operation });
    }
  }
}

/** More than any timer of any platform takes. */
const longestTimeoutMs = 2 ** 31 - 1;

/** Whoever ended the attempt says why; whether a byte had gone out, only the adapter knows. */
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
