import type { MissedMessages, OutboundRecord } from "@depthwire/stream/internal";
import type { ConnectionEntry, RecordedTime } from "../segment/recording-entry.js";

interface ToldChannel {
  /** When its last message came in, epoch milliseconds; undefined before the first. */
  lastMs: number | undefined;
  /** Why it may not be called live, by the feed's last word. */
  doubt: string | undefined;
  /** Whether the present doubt counts as a gap: before the first message nothing can be missing. */
  isGap: boolean;
  /** When the last gap ended. */
  gapEndMs: number;
}

/**
 * What feeds say besides their messages: that a channel may not be called live, and that messages of it are missing. A gap
 * lies between the last message before such a word and the moment that all is right again.
 */
export class FeedWords {
  /** Gaps that were written down: each counts when it begins. */
  gaps = 0;
  readonly #add: (entry: ConnectionEntry) => void;
  readonly #connections = new Map<number, Map<string, ToldChannel>>();

  constructor(add: (entry: ConnectionEntry) => void) {
    this.#add = add;
  }

  /** A message came in; its channel is known where it comes of a feed. */
  heard(connection: number, channel: string | undefined, atMs: number): void {
    if (channel !== undefined) {
      this.#told(connection, channel).lastMs = atMs;
    }
  }

  /** See `FrameFeed.doubt`. */
  doubted(time: RecordedTime, connection: number, channel: string, reason: string | undefined): void {
    const told = this.#told(connection, channel);
    if (reason === told.doubt) {
      return;
    }
    told.doubt = reason;
    if (reason === undefined) {
      told.gapEndMs = told.isGap ? time.epochMs : told.gapEndMs;
      told.isGap = false;
    } else if (!told.isGap && told.lastMs !== undefined) {
      told.isGap = true;
      this.gaps++;
    }
    this.#add({ kind: "doubted", connection, ...time, channel, reason, fromMs: told.lastMs });
  }

  /** See `FrameFeed.renewed`: what the venue told between the two connections was told to nobody here. */
  renewed(time: RecordedTime, connection: number, channel: string): void {
    const { lastMs = time.epochMs } = this.#told(connection, channel);
    this.#missing(time, connection, channel, { reason: "owner-changed", dropped: 0, fromMs: lastMs });
  }

  /** See `FrameFeed.missed`. */
  missed(time: RecordedTime, connection: number, channel: string, missing: MissedMessages): void {
    this.#missing(time, connection, channel, missing);
  }

  /** Something was sent: a doubt ends with the subscription. */
  sent(time: RecordedTime, connection: number, sent: OutboundRecord): void {
    const left = sent.kind === "outbound" && sent.change?.change === "removed" ? sent.change.channel : undefined;
    if (left !== undefined && this.#connections.get(connection)?.get(left)?.doubt !== undefined) {
      this.doubted(time, connection, left, undefined);
    }
  }

  /** A doubt ends with the connection. */
  closed(connection: number): void {
    this.#connections.delete(connection);
  }

  /** The doubts that stand, for the beginning of a segment. */
  standing(time: RecordedTime): ConnectionEntry[] {
    return [...this.#connections].flatMap(([connection, channels]) =>
      [...channels]
        .filter(([, { doubt }]) => doubt !== undefined)
        .map(([channel, { doubt, lastMs }]) => ({
          kind: "doubted",
          connection,
          ...time,
          channel,
          reason: doubt,
          fromMs: lastMs,
        })),
    );
  }

  #missing(
    time: RecordedTime,
    connection: number,
    channel: string,
    { reason, dropped, fromMs }: Pick<MissedMessages, "reason" | "dropped" | "fromMs">,
  ): void {
    const told = this.#told(connection, channel);
    if (!told.isGap && fromMs >= told.gapEndMs) {
      this.gaps++;
      if (told.doubt === undefined) {
        told.gapEndMs = time.epochMs;
      } else {
        told.isGap = true;
      }
    }
    this.#add({ kind: "gap", connection, ...time, channel, reason, fromMs, dropped });
  }

  #told(connection: number, channel: string): ToldChannel {
    let channels = this.#connections.get(connection);
    if (channels === undefined) {
      channels = new Map();
      this.#connections.set(connection, channels);
    }
    let told = channels.get(channel);
    if (told === undefined) {
      told = { lastMs: undefined, doubt: undefined, isGap: false, gapEndMs: 0 };
      channels.set(channel, told);
    }
    return told;
  }
}
