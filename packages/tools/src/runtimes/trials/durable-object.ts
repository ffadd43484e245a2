import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bundle } from "../bundle.js";
import type { Trial, TrialWorld } from "../trial.js";
import { missingWorkerd, startWorkerd } from "../workerd.js";

/** What the example answers with. */
interface KeptBook {
  readonly status: string;
  readonly reason?: string;
  readonly epoch: number;
  readonly seq: number;
  readonly asks: readonly { readonly price: string }[];
  readonly bids: readonly { readonly price: string }[];
}

const shownLevels = 10;
/** Between two requests. */
const pauseMs = 50;

/** The example `docs/examples/durable-object`, as it stands there: a book that outlives its requests. */
export const durableObjectTrial: Trial = {
  name: "durable-object",
  extent: "long",
  missing: missingWorkerd,
  run: keepABook,
};

async function keepABook({ folder, root, foreign, place, timeLimitMs }: TrialWorld): Promise<string | undefined> {
  const example = join(folder, "durable-object");
  await cp(join(root, "docs/examples/durable-object"), example, { recursive: true });
  await bundle(join(example, "worker.ts"), "worker", join(example, "dist/worker.js"));
  const config = join(example, "config.capnp");
  await writeFile(config, (await readFile(config, "utf8")).replace("127.0.0.1:8787", "127.0.0.1:0"));
  const workerd = await startWorkerd(foreign, config, { PUSH_URL: place.pushUrl });
  try {
    const signal = AbortSignal.timeout(timeLimitMs);
    const read = async (): Promise<KeptBook> =>
      (await (await fetch(`${workerd.address}/book/4BTC_USDT`, { signal })).json()) as KeptBook;
    const first = await read();
    let later = await read();
    while (later.seq === first.seq) {
      await setTimeout(pauseMs);
      later = await read();
    }
    return faultOf(first) ?? faultOf(later) ?? (first.epoch === later.epoch ? undefined : "the book began anew");
  } finally {
    await workerd.close();
  }
}

function faultOf({ status, reason, asks, bids }: KeptBook): string | undefined {
  if (status !== "live") {
    return `the book is ${status}: ${reason}`;
  }
  const isWhole = asks.length === shownLevels && bids.length === shownLevels;
  return isWhole && Number(bids[0]?.price) < Number(asks[0]?.price) ? undefined : "the book is no book of ten levels";
}
