import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/nats-core";
import { connectionOf } from "./connection-bus.js";
import type { NatsBus } from "./nats-bus.js";
import { rawStream } from "./raw-stream-name.js";
import { enterReaderGate } from "./reader-gate.js";

/** Messages that are asked for at once. */
const batchMessages = 500;
/** A reader that went away keeps the server busy no longer. Milliseconds. */
const forgottenAfterMs = 30_000;
/** Longest wait for a batch; the library takes no less. Milliseconds. */
const fetchLimitMs = 1_000;
const noMessageFound = 10_037;
/** The server's word for as many readers as it has for all recorders. Some of them end soon, as a rule. */
const noReaderLeft = 10_026;
const readerAgainMs = 250;
const readerLimitMs = 15_000;

/** Which of the kept messages are read. */
export interface KeptRange {
  readonly subject: string;
  /** Epoch milliseconds by the server's clock; undefined: from the oldest that is kept. */
  readonly sinceMs: number | undefined;
  /** Number in the stream of the last message that is wanted. */
  readonly last: number;
}

/** A message that is kept. */
export interface KeptMessage {
  readonly bytes: Uint8Array;
  /** Epoch milliseconds by the server's clock. */
  readonly storedAtMs: number;
}

/** What the stream has of a subject. */
export async function keptStream(bus: NatsBus): Promise<JetStreamManager> {
  return await jetstreamManager(connectionOf(bus), { checkAPI: false });
}

/** When the oldest message that is kept was published, epoch milliseconds by the server's clock; infinite where none is. */
export async function keptSince(manager: JetStreamManager): Promise<number> {
  const { state } = await manager.streams.info(rawStream);
  return state.messages === 0 ? Number.POSITIVE_INFINITY : Date.parse(state.first_ts);
}

/** The newest message of a subject that is kept; undefined where none is. */
export async function newestKept(
  manager: JetStreamManager,
  subject: string,
): Promise<{ readonly seq: number; readonly data: Uint8Array } | undefined> {
  const found = await manager.streams
    .getMessage(rawStream, { last_by_subj: subject })
    .catch(ignoringStatus(noMessageFound));
  return found ?? undefined;
}

/** The kept messages of one subject, in order. */
export async function* keptMessages(
  bus: NatsBus,
  manager: JetStreamManager,
  { subject, sinceMs, last }: KeptRange,
): AsyncGenerator<KeptMessage, void, undefined> {
  const leave = await enterReaderGate(bus);
  let name = "";
  try {
    name = await addReader(manager, {
      filter_subject: subject,
      ack_policy: AckPolicy.None,
      inactive_threshold: nanos(forgottenAfterMs),
      mem_storage: true,
      ...(sinceMs === undefined
        ? { deliver_policy: DeliverPolicy.All }
        : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: new Date(sinceMs).toISOString() }),
    });
    const consumer = await jetstream(connectionOf(bus)).consumers.get(rawStream, name);
    for (let count = 1; count > 0; ) {
      count = 0;
      for await (const message of await consumer.fetch({ max_messages: batchMessages, expires: fetchLimitMs })) {
        count++;
        yield { bytes: message.data, storedAtMs: message.time.getTime() };
        if (message.seq >= last || message.info.pending === 0) {
          return;
        }
      }
    }
  } finally {
    if (name !== "") {
      await manager.consumers.delete(rawStream, name).catch(() => undefined);
    }
    leave();
  }
}

/** Where the server has no reader left, it is asked again for a while. */
async function addReader(manager: JetStreamManager, config: Partial<ConsumerConfig>): Promise<string> {
  const untilMs = performance.now() + readerLimitMs;
  for (;;) {
    try {
      return (await manager.consumers.add(rawStream, config)).name;
    } catch (error) {
      const isFull = error instanceof JetStreamApiError && error.code === noReaderLeft;
      if (!isFull || performance.now() > untilMs) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, readerAgainMs));
    }
  }
}

/** Readers of what is kept, and how many the servers let there be. */
export interface KeptReaders {
  readonly readers: number;
  /** Undefined: as many as anybody wants. */
  readonly maxReaders: number | undefined;
}

/** Undefined where the key may not ask, or nothing can be kept in its account. */
export async function keptReaders(bus: NatsBus): Promise<KeptReaders | undefined> {
  try {
    const { consumers, limits } = await (await keptStream(bus)).getAccountInfo();
    return { readers: consumers, maxReaders: limits.max_consumers < 0 ? undefined : limits.max_consumers };
  } catch {
    return undefined;
  }
}

/** Takes one of the server's words for nothing. */
export function ignoringStatus(code: number): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof JetStreamApiError && error.code === code) {
      return undefined;
    }
    throw error;
  };
}
