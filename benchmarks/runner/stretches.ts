import { median } from "./measure.js";

/** Something that takes a corpus a stretch at a time: its `seq` goes on from stretch to stretch. */
export interface StretchRunner {
  readonly name: string;
  /** Takes the messages from `from` on, before `to`; returns milliseconds. */
  run(from: number, to: number): Promise<number>;
}

/** How a corpus is cut: one stretch warms up, then as many as there are passes. */
export interface StretchOptions {
  readonly passes: number;
  readonly messages: number;
}

/** Messages that a corpus needs for {@link measureStretches}. */
export function messagesNeeded({ passes, messages }: StretchOptions): number {
  return (passes + 1) * messages;
}

/** Median messages a second of each runner: all take the same stretch in turns, and the order rotates. */
export async function measureStretches(
  runners: readonly StretchRunner[],
  { passes, messages }: StretchOptions,
): Promise<ReadonlyMap<string, number>> {
  const rates = new Map(runners.map(({ name }): [string, number[]] => [name, []]));
  for (let pass = 0; pass <= passes; pass++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(turn + pass) % runners.length] as StretchRunner;
      const elapsedMs = await runner.run(pass * messages, (pass + 1) * messages);
      if (pass > 0) {
        rates.get(runner.name)?.push((messages / elapsedMs) * 1000);
      }
    }
  }
  return new Map(Array.from(rates, ([name, list]) => [name, median(list)]));
}
