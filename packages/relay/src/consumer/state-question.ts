import { encodeUtf8 } from "@depthwire/core/internal";
import { depthChannel, rowNameOf } from "../wire/bus-channel.js";
import type { LinkParts } from "./link-parts.js";
import type { FollowedChannel } from "./outlet.js";

/** Longest wait for an answer, milliseconds. An owner that everybody asks for everything takes seconds, and whoever asks again makes it take longer. */
const maxLimitMs = 4_000;

/**
 * Asks the owner of a pair for the state of one channel: one question at a time, and each time that no answer comes it waits twice as long. A new owner is
 * asked at once; an engine that subscribes again because it waited too long is not a new reader.
 */
export class StateQuestion {
  readonly #followed: Pick<FollowedChannel, "pair" | "name">;
  readonly #parts: Pick<LinkParts, "bus" | "subjects" | "snapshotLimitMs" | "statePaces" | "counts">;
  readonly #name: string;
  /** Whom the question that is under way was for. */
  #open: { readonly term: number } | undefined;

  constructor(followed: Pick<FollowedChannel, "pair" | "name">, parts: LinkParts) {
    this.#followed = followed;
    this.#parts = parts;
    this.#name = rowNameOf(followed.pair, followed.name);
  }

  /**
   * Asks the owner of this term, where it is not asked already.
   *
   * @param answered gets each answer
   * @param ended called once, where the question was not closed, when no more is waited for
   */
  ask(term: number, answered: (answer: Uint8Array) => void, ended: () => void): void {
    if (this.#open?.term === term) {
      return;
    }
    const { bus, subjects, snapshotLimitMs, statePaces, counts } = this.#parts;
    const { pair, name } = this.#followed;
    const question = { term };
    const pace = statePaces.get(this.#name);
    const limitMs = pace?.term === term ? pace.nextLimitMs : snapshotLimitMs;
    this.#open = question;
    statePaces.set(this.#name, { term, nextLimitMs: Math.max(limitMs, Math.min(2 * limitMs, maxLimitMs)) });
    counts.snapshotsAsked++;
    const body = name === depthChannel ? new Uint8Array(0) : encodeUtf8(name);
    bus.request(subjects.snap(pair), body, limitMs, (answer) => {
      if (answer !== undefined) {
        answered(answer);
      } else if (this.#open === question) {
        this.#open = undefined;
        ended();
      }
    });
  }

  /** It was answered, or the connection that it went out by is gone: the next one waits no longer than the first. */
  close(): void {
    this.#open = undefined;
    this.#parts.statePaces.delete(this.#name);
  }
}
