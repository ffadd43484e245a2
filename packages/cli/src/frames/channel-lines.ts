import type { PushEvent } from "@depthwire/core/internal";
import type { WireTap } from "@depthwire/stream";
import type { Context } from "../program/context.js";
import { seenJson } from "../program/unseen.js";
import { type NamedChannel, shortChannelName } from "../venue/known-channel.js";
import { eventLines } from "./event-text.js";
import { type ChannelMessage, FrameReader, type ReadFrame } from "./frame-reader.js";
import { LineQueue, type QueuedLine } from "./line-queue.js";

/** How messages are shown: decoded, as the JSON text that came, or as the frame's bytes. */
export type LineForm = "decoded" | "raw" | "hex";

/** One item with `--json`. */
export interface ChannelItem {
  /** As it stands on the wire. */
  readonly channel: string;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
  readonly event: PushEvent;
}

/** What is shown. */
export interface ChannelLinesOptions {
  readonly channels: readonly NamedChannel[];
  readonly form: LineForm;
  /** Most lines; then it is over. Of a message with more lines the last ones are shown. */
  readonly count: number;
  /** Wall clock of what comes in, epoch milliseconds. */
  readonly now: () => number;
  /** What came in before is not shown, epoch milliseconds. */
  readonly fromMs?: number | undefined;
}

/** Most lines that wait for a reader who is slower than the venue. */
const maxWaiting = 10_000;

/** Writes what the wire says about some channels: it listens to the sockets, so nothing is conflated. */
export class ChannelLines {
  /** For the connections to listen to. */
  readonly tap: WireTap;
  readonly #reader = new FrameReader();
  readonly #queue = new LineQueue<QueuedLine>(maxWaiting);
  readonly #wanted: ReadonlySet<string>;
  readonly #options: ChannelLinesOptions;
  readonly #context: Pick<Context, "output" | "styles" | "screen">;
  #written = 0;
  #unreadable = 0;

  constructor(options: ChannelLinesOptions, context: Pick<Context, "output" | "styles" | "screen">) {
    this.#options = options;
    this.#context = context;
    this.#wanted = new Set(options.channels.map(shortChannelName));
    this.tap = { inbound: (_connection, bytes) => this.#take(bytes), outbound: () => {} };
  }

  /** How many lines were written, and how many messages were not readable. */
  get counts(): { readonly written: number; readonly unreadable: number } {
    return { written: this.#written, unreadable: this.#unreadable };
  }

  /** Writes until there is enough, or it is closed. */
  async run(): Promise<void> {
    const { output } = this.#context;
    await this.#queue.drain(
      () => output.bytes(""),
      (lines) => output.note(`${lines} lines were dropped: whoever reads this is slower than they come.`),
      this.#options.count,
    );
  }

  /** Ends it behind what waits. */
  close(): void {
    this.#queue.close();
  }

  /** Settled when all that came is written. */
  empty(): Promise<void> {
    return this.#queue.empty();
  }

  /** The bytes are valid during the call only. */
  #take(bytes: Uint8Array): void {
    let frame: ReadFrame;
    const { fromMs, now } = this.#options;
    if (fromMs !== undefined && now() < fromMs) {
      return;
    }
    try {
      frame = this.#reader.read(bytes);
    } catch (error) {
      this.#noteUnreadable(error);
      return;
    }
    const messages = frame.messages.filter((message) => this.#wanted.has(shortChannelName(message)));
    if (messages.length === 0) {
      return;
    }
    if (this.#options.form === "decoded") {
      for (const message of messages) {
        this.#pushDecoded(message);
      }
      return;
    }
    const line = this.#options.form === "raw" ? this.#rawText(frame) : Buffer.from(bytes).toString("hex");
    this.#push(() => void this.#context.output.bytes(`${line}\n`));
  }

  /** On a terminal what is not seen is escaped: the same JSON, which cannot move the cursor. */
  #rawText(frame: ReadFrame): string {
    return this.#context.screen.isTerminal ? seenJson(frame.text()) : frame.text();
  }

  #pushDecoded(message: ChannelMessage): void {
    const { output, styles } = this.#context;
    const receivedAtMs = this.#options.now();
    try {
      const event = message.event();
      const item: ChannelItem = { channel: message.channel, receivedAtMs, event };
      const lines = output.isJson
        ? [""]
        : eventLines(event, shortChannelName(message), receivedAtMs, styles).slice(-this.#options.count);
      for (const line of lines) {
        this.#push(() => output.item(item, line));
      }
    } catch (error) {
      this.#noteUnreadable(error);
    }
  }

  #push(write: () => void): void {
    this.#queue.push({
      write: () => {
        this.#written++;
        write();
      },
    });
  }

  #noteUnreadable(error: unknown): void {
    this.#unreadable++;
    const why = error instanceof Error ? error.message : String(error);
    this.#context.output.note(`A message could not be read: ${why}`);
  }
}
