import { ValidationError } from "@depthwire/core";

/** Version of what is written on the bus. Subjects begin with it, and so does each message. */
export const wireVersion = 1;

/** First part of every subject, so that two versions can share one bus. */
const root = `dw${wireVersion}`;

/** What may stand between two dots of a subject: a dot would add a part, `*` and `>` would match what belongs to others. */
const subjectPart = /^[\w-]{1,64}$/;

/** A part of a subject, by what it names. */
export type SubjectPartName = "venue" | "channel" | "pair" | "shard" | "instance";

/** Subjects of one venue on the bus. */
export class Subjects {
  /** Name of the venue on this bus. */
  readonly venue: string;
  readonly #venue: string;

  /** @throws ValidationError `value-invalid` for a name that can't be part of a subject */
  constructor(venue: string) {
    this.venue = venue;
    this.#venue = `${root}.${checkSubjectPart("venue", venue)}`;
  }

  /**
   * Frames of one channel of one pair, as the venue sent them.
   *
   * @throws ValidationError `value-invalid`
   */
  raw(channel: string, pair: string): string {
    return `${this.#venue}.raw.${checkSubjectPart("channel", channel)}.${checkSubjectPart("pair", pair)}`;
  }

  /**
   * The best levels of one pair as JSON, newest wins.
   *
   * @throws ValidationError `value-invalid`
   */
  view(pair: string): string {
    return `${this.#venue}.view.${checkSubjectPart("pair", pair)}`;
  }

  /**
   * Who owns a shard, and how far it has told each pair.
   *
   * @throws ValidationError `value-invalid`
   */
  beat(shard: string): string {
    return `${this.#venue}.beat.${checkSubjectPart("shard", shard)}`;
  }

  /** Beats of every shard, for who wants to know what there is. */
  get everyBeat(): string {
    return `${this.#venue}.beat.*`;
  }

  /**
   * Asks the owner of a shard for a sign of life that comes behind all that it published before.
   *
   * @throws ValidationError `value-invalid`
   */
  echo(shard: string): string {
    return `${this.#venue}.echo.${checkSubjectPart("shard", shard)}`;
  }

  /**
   * Asks the owner of a pair for its present state.
   *
   * @throws ValidationError `value-invalid`
   */
  snap(pair: string): string {
    return `${this.#venue}.snap.${checkSubjectPart("pair", pair)}`;
  }

  /** What the instances that take part tell each other, several times a second. */
  members(): string {
    return `${this.#venue}.members`;
  }

  /**
   * What an operator asks of every instance, or of one.
   *
   * @throws ValidationError `value-invalid`
   */
  ops(instance?: string): string {
    return instance === undefined
      ? `${this.#venue}.ops`
      : `${this.#venue}.ops.${checkSubjectPart("instance", instance)}`;
  }
}

/**
 * Returns the name if it can be part of a subject.
 *
 * @throws ValidationError `value-invalid`
 */
export function checkSubjectPart(what: SubjectPartName, name: string): string {
  if (typeof name !== "string" || !subjectPart.test(name)) {
    throw new ValidationError("value-invalid", {
      path: what,
      rule: "1 to 64 letters, digits, hyphens or underscores: it becomes a part of a subject on the bus",
    });
  }
  return name;
}
