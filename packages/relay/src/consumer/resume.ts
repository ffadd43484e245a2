import type { RelayHeader } from "../wire/header.js";

/** A channel that is to go on where a reader left off. */
export interface ResumedFrom {
  readonly pair: string;
  /** The channel as the bus names it. */
  readonly name: string;
  /** As the engine writes it. */
  readonly channel: string;
}

/** Where a reader that was away goes on. */
export interface ResumedChannel {
  /** Of the last message that it had. */
  readonly header: Readonly<RelayHeader>;
  /** The book behind that message, as a frame of the venue's; empty for another channel. */
  readonly state: Uint8Array;
  /** What was published since, in order. A hole in its numbers ends it: what is behind is begun with a state of the owner's. */
  readonly missed: readonly { readonly header: Readonly<RelayHeader>; readonly frame: Uint8Array }[];
}

/** `new`: it was never read before; `lost`: it was, and what was missed is not known: a counted gap. */
export type Resumed = ResumedChannel | "new" | "lost";

/**
 * Asked once for each channel, when its owner is heard, in place of the owner's first state. What is published meanwhile is kept. A rejection is `lost`, too.
 * Where the channel is subscribed to again while the answer is under way, it is for the later subscription; once it was used, a later one begins with its
 * owner's state, behind a counted gap.
 */
export type Resume = (channel: ResumedFrom) => Promise<Resumed>;

const lost = Promise.resolve("lost" as const);

/** Where the channels of one link go on, whoever subscribes to them, and how often. */
export class Resumption {
  readonly #resume: Resume;
  /** By channel; `lost` once the answer was used. */
  readonly #answers = new Map<string, Promise<Resumed>>();

  constructor(resume: Resume) {
    this.#resume = resume;
  }

  /** Asks where a channel goes on. Never rejects. @param take returns whether the answer was used: a subscription that has ended leaves it to the next one */
  async goOn({ pair, name, channel }: ResumedFrom, take: (resumed: Resumed) => "used" | "left"): Promise<void> {
    const answer = this.#answers.get(channel) ?? this.#ask({ pair, name, channel });
    this.#answers.set(channel, answer);
    if (take(await answer) === "used") {
      this.#answers.set(channel, lost);
    }
  }

  async #ask(channel: ResumedFrom): Promise<Resumed> {
    return await this.#resume(channel).catch(() => lost);
  }
}

/** Of the missed messages those that follow one another, up to the first hole. */
export function nextOf(from: Readonly<RelayHeader>, missed: ResumedChannel["missed"]): ResumedChannel["missed"] {
  const isNext = ({ term, relaySeq }: Readonly<RelayHeader>, index: number): boolean =>
    term === from.term && relaySeq === from.relaySeq + 1 + index;
  const end = missed.findIndex(({ header }, index) => !isNext(header, index));
  return end < 0 ? missed : missed.slice(0, end);
}
