import { createHash } from "node:crypto";
import type { KeptAnswers, KeptRequest, NamedOrder } from "../data/kept-answers.js";
import { RefusedError, refuse, type TextAnswer } from "../server/answer.js";
import type { EarlierOrder, TakenOrder } from "./taken-order.js";

/** What became of a request that must be carried out once. */
interface Kept {
  readonly fingerprint: string;
  readonly answer: Promise<TextAnswer>;
  /** Its order's id, where the client chose one. */
  readonly clientOrderId: string | undefined;
}

/** What a request names itself by. */
export interface RequestNames {
  /** Its Idempotency-Key. */
  readonly key: string | undefined;
  /** The id that its client gave the order. */
  readonly clientOrderId: string | undefined;
}

/** Header that names a request, so that it may be repeated. */
export const idempotencyHeader = "idempotency-key";

/** Header of an answer that was given before. */
export const repeatedHeader = "x-depthwire-repeated";

/** Names as {@link nameOf} makes them. Whether a client id is one, the order's own check says. */
const namePattern = /^(?:key:[!-~]{1,200}|client:[!-~]{0,243})$/;

/** Statuses of answers that say for certain that nothing was sent: the same request may be tried again. */
const notSent: ReadonlySet<number> = new Set([400, 403, 413, 415, 503]);

/** What {@link refuse} writes for an order that was not placed. */
const notPlacedMark = '"code":"not-placed"';

/** What a request is remembered by: its key, else its client order id; undefined where it names itself by neither. */
export function nameOf({ key, clientOrderId }: RequestNames): string | undefined {
  if (key !== undefined) {
    return `key:${key}`;
  }
  return clientOrderId === undefined ? undefined : `client:${clientOrderId}`;
}

/** What remembers requests beyond the end of the process. */
export interface OnceMemory {
  readonly answers: KeptAnswers;
  /** Finds out what became of an order of an earlier process. */
  earlierOrder(clientOrderId: string): Promise<EarlierOrder>;
}

/** One attempt to carry a request out. What is about to be sent says so here before. */
export interface OnceAttempt {
  /** The id that an order must have, since an earlier process was about to send it under this one; undefined: any. */
  readonly clientOrderId: string | undefined;
  /** An order is about to be sent: its request is kept in the same batch as its intent. */
  orders(order: NamedOrder): void;
  /** Anything else is about to be sent. @throws StoreError `store-failed`: then it must not be sent */
  begins(): Promise<void>;
}

/** How a request that names itself is carried out. */
export interface OnceWork {
  run(attempt: OnceAttempt): Promise<TextAnswer>;
  /** The answer to a request whose order this is; absent where it is no order. */
  readonly answerOf?: ((order: TakenOrder) => TextAnswer) | undefined;
  /** Whether carrying it out a second time changes nothing, as with cancels. */
  readonly isHarmlessTwice: boolean;
}

/** The attempt of a request without a name: nothing of it is remembered. */
const namelessAttempt: OnceAttempt = { clientOrderId: undefined, orders: () => {}, begins: async () => {} };

/** Requests that are carried out once, however often they come: the same key and body get the same answer. */
export class OnceOnly {
  readonly #maxKept: number;
  readonly #memory: OnceMemory | undefined;
  readonly #kept = new Map<string, Kept>();
  /** Requests of earlier processes that were not answered. */
  readonly #unanswered = new Map<string, KeptRequest>();
  /** Names of remembered requests by their orders' ids: an order is the same under another key. */
  readonly #byClientOrderId = new Map<string, string>();

  /** @param maxKept answers that are remembered; the oldest are forgotten first */
  constructor(maxKept: number, memory?: OnceMemory) {
    this.#maxKept = maxKept;
    this.#memory = memory;
    for (const request of memory?.answers.found() ?? []) {
      const { name, fingerprint, order, answer } = request;
      const clientOrderId = order?.chosenBy === "client" ? order.clientOrderId : undefined;
      if (answer === undefined) {
        this.#unanswered.set(name, request);
        this.#nameOrder(clientOrderId, name);
      } else {
        this.#keep(name, { fingerprint, answer: Promise.resolve({ kind: "text", ...answer }), clientOrderId });
      }
    }
  }

  /**
   * Carries a request out, or answers as the first time.
   *
   * @param names one without any is carried out each time; an order that came before under another key is that order
   * @param meaning what is asked for: the same text for bodies that mean the same
   * @throws RefusedError 409 where the key came with another body, 400 for what is no key; what the work throws
   */
  async run(names: RequestNames, meaning: string, work: OnceWork): Promise<TextAnswer> {
    const given = nameOf(names);
    if (given === undefined) {
      return work.run(namelessAttempt);
    }
    if (!namePattern.test(given)) {
      throw new RefusedError(400, "value-invalid", "An Idempotency-Key is 1 to 200 visible ASCII characters");
    }
    const { clientOrderId } = names;
    const name = this.#remembers(given) ? given : (this.#byClientOrderId.get(clientOrderId ?? "") ?? given);
    const fingerprint = createHash("sha256").update(meaning).digest("base64");
    const unanswered = this.#unanswered.get(name);
    const known = this.#kept.get(name);
    if ((known ?? unanswered ?? { fingerprint }).fingerprint !== fingerprint) {
      const isKey = name === given && names.key !== undefined;
      const what = isKey ? `key ${names.key}` : `client id ${clientOrderId}`;
      const message = `The ${what} came before with another body: use one of its own for each order`;
      throw new RefusedError(409, "key-reused", message);
    }
    if (known !== undefined) {
      return asRepeated(await known.answer);
    }
    const request: KeptRequest = { name, fingerprint, order: undefined, answer: undefined };
    const answer = unanswered === undefined ? this.#carryOut(request, work) : this.#goOn(unanswered, work);
    this.#keep(name, { fingerprint, answer, clientOrderId });
    // Where it throws, nobody knows how far it came: whoever repeats it is told the same, and nothing is sent twice.
    return await answer;
  }

  /** @param clientOrderId the id that an order must have */
  async #carryOut(request: KeptRequest, work: OnceWork, clientOrderId?: string): Promise<TextAnswer> {
    const answers = this.#memory?.answers;
    let begun = request;
    const answer = await work.run({
      clientOrderId,
      orders: (order) => {
        const named = { ...request, order };
        begun = named;
        answers?.beginWithIntent(named);
      },
      begins: async () => answers?.begin(request),
    });
    await this.#remember(begun, answer);
    return answer;
  }

  /** An earlier process ended before it answered: what it sent, if anything, is found out first. */
  async #goOn(request: KeptRequest, work: OnceWork): Promise<TextAnswer> {
    const { name, fingerprint, order } = request;
    const afresh: KeptRequest = { name, fingerprint, order: undefined, answer: undefined };
    const found = await this.#earlierOrder(order);
    if (found === undefined) {
      // It stands among those without an answer still, and is found there by its order's id too.
      this.#kept.delete(name);
      return refuse({ status: 503, code: "venue-silent", message: notToldText });
    }
    if (found.kind === "unknown" && !work.isHarmlessTwice) {
      return refuse({ status: 504, code: "outcome-unknown", message: unknownText });
    }
    this.#unanswered.delete(name);
    if (found.kind === "placed" && work.answerOf !== undefined) {
      const answer = work.answerOf(found.order);
      await this.#remember(request, answer);
      return asRepeated(answer);
    }
    if (found.kind === "not-placed" && order?.chosenBy === "client") {
      const answer = refuse({ status: 422, code: "not-placed", message: notPlacedText });
      await this.#remember(request, answer);
      return answer;
    }
    return this.#carryOut(afresh, work, found.kind === "not-sent" ? order?.clientOrderId : undefined);
  }

  /** Undefined where the venue could not be asked now. */
  async #earlierOrder(order: NamedOrder | undefined): Promise<EarlierOrder | undefined> {
    if (order === undefined || this.#memory === undefined) {
      return { kind: "unknown" };
    }
    return this.#memory.earlierOrder(order.clientOrderId).catch(() => undefined);
  }

  /** What cannot be kept is answered all the same: the outcome must not be hidden. */
  async #remember(request: KeptRequest, answer: TextAnswer): Promise<void> {
    const { status, headers, body } = answer;
    const answers = this.#memory?.answers;
    const mayComeAgain = notSent.has(status) && !isUsedUp(request, body);
    const kept = mayComeAgain
      ? answers?.forget(request)
      : answers?.answered({ ...request, answer: { status, headers, body } });
    await kept?.catch(() => {});
    if (mayComeAgain) {
      this.#forget(request.name);
    }
  }

  #remembers(name: string): boolean {
    return this.#kept.has(name) || this.#unanswered.has(name);
  }

  #nameOrder(clientOrderId: string | undefined, name: string): void {
    if (clientOrderId !== undefined) {
      this.#byClientOrderId.set(clientOrderId, name);
    }
  }

  #forget(name: string): void {
    const { clientOrderId = "" } = this.#kept.get(name) ?? {};
    this.#kept.delete(name);
    if (this.#byClientOrderId.get(clientOrderId) === name) {
      this.#byClientOrderId.delete(clientOrderId);
    }
  }

  #keep(name: string, kept: Kept): void {
    this.#kept.set(name, kept);
    this.#nameOrder(kept.clientOrderId, name);
    if (this.#kept.size > this.#maxKept) {
      const [oldest = ""] = this.#kept.keys();
      this.#forget(oldest);
      const forgotten: KeptRequest = { name: oldest, fingerprint: "", order: undefined, answer: undefined };
      this.#memory?.answers.forget(forgotten).catch(() => {});
    }
  }
}

const unknownText =
  "An earlier run was about to send this when it ended, and nobody can tell whether the service has carried it out: look at the service";

const notToldText =
  "An earlier run was about to send this order when it ended, and the service does not say what became of it now: ask again";

const notPlacedText =
  "An earlier run ended while it sent this order, and it certainly was not placed: place it again with another client order id";

/** An order that came to nothing on its way cannot be placed under its client's id again: whoever repeats it is told the same. */
function isUsedUp({ order }: KeptRequest, body: string): boolean {
  return order?.chosenBy === "client" && body.includes(notPlacedMark);
}

function asRepeated(answer: TextAnswer): TextAnswer {
  return { ...answer, headers: { ...answer.headers, [repeatedHeader]: "true" } };
}
