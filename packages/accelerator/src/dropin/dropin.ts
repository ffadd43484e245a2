import type { Account, Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { encodeResponse, writeOrdered } from "@depthwire/core/internal";
import type { CallMaker } from "@depthwire/rest";
import type { VenueCode } from "@depthwire/schema";
import { isPair } from "../mirror/known-pairs.js";
import { patiently } from "../mirror/patience.js";
import { ResultMemo } from "../mirror/result-memo.js";
import { idempotencyHeader, type OnceAttempt, type OnceOnly } from "../orders/once-only.js";
import type { OrderEntry } from "../orders/order-entry.js";
import { refuseInReplay } from "../replay/replay-marks.js";
import type { ReplayStatus } from "../replay/replayed-venue.js";
import { inOnePiece, jsonText, RefusedError, type TextAnswer, whenThere } from "../server/answer.js";
import type { LocalRequest, Route } from "../server/route.js";
import { failureOf, refuseAsVenue } from "./failure.js";
import { type Mirror, type MirrorAnswer, mirrorReads } from "./mirror-reads.js";
import { type AllSidesQuery, openOrdersOfAllSides } from "./open-orders-of-all-sides.js";
import { type PublishedAddress, publishedAddresses, publishedOperations } from "./operations.js";
import { type ReceivedCall, receiveCall } from "./received-call.js";
import { ReceivedReads } from "./received-reads.js";
import { SharedCalls } from "./shared-calls.js";

/** What the documented paths are answered from. */
export interface DropinParts {
  readonly venue: Venue;
  /** Undefined where there is no key: then public reads alone are answered. */
  readonly account: Account | undefined;
  readonly orders: OrderEntry | undefined;
  readonly once: OnceOnly;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly access: "read-only" | "trade";
  /** Who gets here: everybody on this computer may not withdraw. */
  readonly openTo: "token-holders" | "everybody";
  /** How long a read waits for its turn in the throttle, in milliseconds. */
  readonly patienceMs: number;
  /** How far a replay has come; undefined before a venue. */
  readonly replay: (() => ReplayStatus) | undefined;
}

/** What a read was answered from. */
export const sourceHeader = "x-depthwire-source";

/** How old that is, in milliseconds. */
export const ageHeader = "x-depthwire-age-ms";

/** Every documented path, unsigned: derived from the operation table. @spec document 2, Endpoints, Local accelerator */
export function dropinRoutes(parts: DropinParts): readonly Route[] {
  const dropin = new Dropin(parts);
  return publishedAddresses(publishedOperations()).map((address) => ({
    method: address.method,
    path: address.path,
    summary: `As at the venue, unsigned: ${address.operations.map(({ name }) => name).join(", ")}`,
    answer: (request) => dropin.answer(address, request),
  }));
}

/** What lists what waits in a pair; an empty name is none. */
const listsOfPair: ReadonlySet<string> = new Set(["usdt.getOpenOrders", "usdt.getPlanOrders"]);

/** What the venue refuses a pair with that it does not have. @spec document 1, Errors */
const noSuchPair: VenueCode = 3016;

function mayName({ pair }: { readonly pair?: string }): boolean {
  return pair === undefined || isPair(pair);
}

class Dropin {
  readonly #parts: DropinParts;
  readonly #shared = new SharedCalls<unknown>();
  readonly #texts = new ResultMemo();
  readonly #received = new ReceivedReads();

  constructor(parts: DropinParts) {
    this.#parts = parts;
  }

  answer(address: PublishedAddress, request: LocalRequest): TextAnswer | Promise<TextAnswer> {
    const [first] = address.operations;
    let { operation } = first.compiled;
    const failed = (error: unknown): TextAnswer => failureOf(operation, error);
    try {
      const received = this.#received.of(address, request, () => receiveCall(address, request));
      ({ operation } = received.compiled);
      if (received.kind === "unreadable") {
        return refuseAsVenue(operation, received.code, received.words);
      }
      const answer = operation.purpose === "read" ? this.#read(received, request) : this.#writeOnce(received, request);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (error) {
      return failed(error);
    }
  }

  #read(call: ReceivedCall, request: LocalRequest): TextAnswer | Promise<TextAnswer> {
    const { mirror } = this.#parts;
    if (listsOfPair.has(call.name) && !mayName(call.params as { readonly pair?: string })) {
      return refuseAsVenue(call.compiled.operation, noSuchPair, "The pair is no name of a pair, such as 4BTC_USDT");
    }
    const found = mirrorReads.get(call.name)?.(call.params, mirror) ?? { kind: "absent" };
    return whenThere(found, (answer) => this.#answered(call, request, answer));
  }

  #answered(call: ReceivedCall, { query }: LocalRequest, found: MirrorAnswer): TextAnswer | Promise<TextAnswer> {
    switch (found.kind) {
      case "found":
        return this.#mirrored(call, found);
      case "stale":
        return fromStale(call, found, query.get("allow-stale") === "1");
      case "absent":
        return this.#forward(call);
    }
  }

  /** As long as the mirror gives the same result, its text is the same. */
  #mirrored({ compiled }: ReceivedCall, { result, ageMs }: MirrorAnswer & { readonly kind: "found" }): TextAnswer {
    const text = this.#texts.of(result as object, compiled.operation.name, () =>
      inOnePiece(encodeResponse(compiled, result as never)),
    );
    return jsonText(text, { [sourceHeader]: "mirror", [ageHeader]: String(ageMs) });
  }

  /** Asks the venue. Equal reads in flight share one call, unless something was written in between. */
  async #forward(call: ReceivedCall): Promise<TextAnswer> {
    const { name, compiled, received, params } = call;
    const { operation } = compiled;
    const { clock, patienceMs, mirror, replay } = this.#parts;
    refuseInReplay(replay, operation.auth === "none" ? "read" : "read-account");
    const maker = this.#makerOf(operation.auth);
    const key = `${mirror.writes?.epoch ?? 0} ${name} ${writeOrdered(received.params.encode(params as never))}`;
    const untilMs = clock.monotonicMs() + patienceMs;
    const ask = (): Promise<unknown> =>
      isOfAllSides(call)
        ? openOrdersOfAllSides(maker, params as AllSidesQuery, patienceMs)
        : maker.call(operation, params as never, { timeoutMs: patienceMs });
    const result = await this.#shared.share(key, () => patiently(clock, untilMs, ask));
    if (name === "usdt.getDepth" || name === "spot.getDepth") {
      // Whoever asks once asks again: from now on it is kept.
      mirror.books.follow((params as { readonly pair: string }).pair);
    }
    return written(call, result, { [sourceHeader]: "venue", [ageHeader]: "0" });
  }

  /** An order that names itself is carried out once, whoever repeats it. */
  #writeOnce(call: ReceivedCall, { header }: LocalRequest): Promise<TextAnswer> {
    const { operation } = call.compiled;
    const { received, params, index } = call;
    const { clientOrderId } = params as { readonly clientOrderId?: string };
    const names = {
      key: header(idempotencyHeader),
      clientOrderId: operation.purpose === "order" ? clientOrderId : undefined,
    };
    const isOrder = call.name === "usdt.placeOrder";
    // However it was written: the same order of fields, no white space.
    const meaning = `${operation.name} ${index ?? ""} ${writeOrdered(received.params.encode(params as never))}`;
    return this.#parts.once.run(names, meaning, {
      run: async (attempt) => {
        try {
          return await this.#write(call, attempt);
        } catch (error) {
          return failureOf(operation, error);
        }
      },
      answerOf: isOrder ? (order) => written(call, order, { [sourceHeader]: "venue" }) : undefined,
      isHarmlessTwice: operation.repeat !== "never",
    });
  }

  async #write(call: ReceivedCall, attempt: OnceAttempt): Promise<TextAnswer> {
    const { access, openTo, orders, replay } = this.#parts;
    refuseInReplay(replay, "change");
    if (access === "read-only") {
      throw new RefusedError(403, "read-only", "The accelerator was started with --read-only: nothing is changed");
    }
    if (openTo === "everybody" && call.compiled.operation.permission === "withdraw") {
      throw new RefusedError(403, "token-refused", "Nobody withdraws without a token: start it without --no-token");
    }
    if (orders === undefined) {
      throw noKey();
    }
    return written(call, await orders.carryOut(call, attempt), { [sourceHeader]: "venue" });
  }

  #makerOf(auth: string): CallMaker {
    const { account, venue } = this.#parts;
    if (auth === "none") {
      return venue.rest;
    }
    if (account === undefined) {
      throw noKey();
    }
    return account.rest;
  }
}

function isOfAllSides({ name, params }: ReceivedCall): boolean {
  return name === "usdt.getOpenOrders" && (params as { readonly side?: string }).side === undefined;
}

function noKey(): RefusedError {
  return new RefusedError(503, "no-credential", "The accelerator holds no API key: start it with one to ask for this");
}

function written({ compiled, index }: ReceivedCall, result: unknown, headers: Record<string, string>): TextAnswer {
  return jsonText(encodeResponse(compiled, result as never, index), headers);
}

function fromStale(
  call: ReceivedCall,
  { result, ageMs, sinceMs, reason }: MirrorAnswer & { readonly kind: "stale" },
  isAllowed: boolean,
): TextAnswer {
  if (isAllowed) {
    const headers = { [sourceHeader]: "mirror", [ageHeader]: String(ageMs), "x-depthwire-stale": reason };
    return written(call, result, headers);
  }
  const since = new Date(sinceMs).toISOString();
  const message = `The mirror may have missed something since ${since} (${reason}): wait until it is in step, or ask with ?allow-stale=1`;
  throw new RefusedError(503, "stale", message);
}
