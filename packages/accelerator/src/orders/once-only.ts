import { createHash } from "node:crypto";
import { RefusedError, type TextAnswer } from "../server/answer.js";

/** What became of a request that must be carried out once. */
interface Kept {
  readonly fingerprint: string;
  readonly answer: Promise<TextAnswer>;
}

/** Header that names a request, so that it may be repeated. */
export const idempotencyHeader = "idempotency-key";

/** Header of an answer that was given before. */
export const repeatedHeader = "x-depthwire-repeated";

const keyPattern = /^[!-~]{1,250}$/;

/** Statuses of answers that say for certain that nothing was sent: the same request may be tried again. */
const notSent: ReadonlySet<number> = new Set([400, 403, 413, 415, 503]);

/** What a request is remembered by: its key, else its client order id; undefined where it names itself by neither. */
export function nameOf(key: string | undefined, clientOrderId: string | undefined): string | undefined {
  if (key !== undefined) {
    return `key:${key}`;
  }
  return clientOrderId === undefined ? undefined : `client:${clientOrderId}`;
}

/** Requests that are carried out once, however often they come: the same key and body get the same answer. */
export class OnceOnly {
  readonly #mostKept: number;
  readonly #kept = new Map<string, Kept>();

  /** @param mostKept answers that are remembered; the oldest are forgotten first */
  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  /**
   * Carries a request out, or answers as the first time.
   *
   * @param key undefined: it is carried out each time
   * @throws RefusedError 409 where the key came with another body, 400 for what is no key; what `run` throws
   */
  async run(key: string | undefined, body: string, run: () => Promise<TextAnswer>): Promise<TextAnswer> {
    if (key === undefined) {
      return run();
    }
    if (!keyPattern.test(key)) {
      throw new RefusedError(400, "value-invalid", "An Idempotency-Key is 1 to 200 visible ASCII characters");
    }
    const fingerprint = createHash("sha256").update(body).digest("base64");
    const known = this.#kept.get(key);
    if (known !== undefined) {
      return this.#repeat(known, key, fingerprint);
    }
    const answer = run();
    this.#keep(key, { fingerprint, answer });
    // Where it throws, nobody knows how far it came: whoever repeats it is told the same, and nothing is sent twice.
    const given = await answer;
    this.#forgetUnsent(key, given);
    return given;
  }

  async #repeat({ fingerprint, answer }: Kept, key: string, asked: string): Promise<TextAnswer> {
    if (fingerprint !== asked) {
      const message = `The key ${key} came before with another body: use a key of its own for each order`;
      throw new RefusedError(409, "key-reused", message);
    }
    const given = await answer;
    return { ...given, headers: { ...given.headers, [repeatedHeader]: "true" } };
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    if (this.#kept.size > this.#mostKept) {
      const [oldest = ""] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
  }

  #forgetUnsent(key: string, { status }: TextAnswer): void {
    if (notSent.has(status)) {
      this.#kept.delete(key);
    }
  }
}
