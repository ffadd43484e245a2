import type { NatsBus } from "@depthwire/nats";
import { type Subjects, shardOf } from "@depthwire/relay";
import { decodeBeat, drawNonce, encodeEchoQuestion } from "@depthwire/relay/internal";

/** Names of pairs stand in a beat of each owner at least so often. */
const namesEveryMs = 2_500;
/** Between two looks at what was heard. */
const lookEveryMs = 25;
/** Answers to the question are not of interest: the beat behind them is. */
const answerLimitMs = 500;

/** Other channels of a pair have names of two parts. */
const isPair = (name: string): boolean => !name.includes(".");

/** What was heard of the relay: the pairs of each shard whose owner spoke. */
export type HeardPairs = ReadonlyMap<string, readonly string[]>;

/** Listens until every wanted pair was named by its owner, or long enough that every owner has named its pairs. */
export async function hearPairs(
  { bus, subjects }: { readonly bus: NatsBus; readonly subjects: Subjects },
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<HeardPairs> {
  const heard = new Map<string, readonly string[]>();
  const close = bus.subscribe(subjects.everyBeat, ({ subject, bytes }) => {
    const beat = decodeBeat(bytes);
    if (typeof beat !== "string" && beat.pairs !== undefined) {
      heard.set(subject.split(".").at(-1) ?? "", beat.pairs.filter(isPair));
    }
  });
  try {
    for (const shard of new Set(wanted.map(shardOf))) {
      // Who knows no list yet is told the names at once.
      const question = encodeEchoQuestion({ nonce: drawNonce(), list: 0 });
      bus.request(subjects.echo(shard), question, answerLimitMs, () => {});
    }
    const untilMs = performance.now() + namesEveryMs;
    const isHeard = (pair: string): boolean => heard.get(shardOf(pair))?.includes(pair) === true;
    while (!wanted.every(isHeard) && performance.now() < untilMs && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return heard;
  } finally {
    close();
  }
}
