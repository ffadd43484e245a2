import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalText, type Exchange } from "@depthwire/exchange/internal";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { checkData } from "../journal/check-data.js";
import { livedThrough } from "../journal/lived.js";
import type { SandboxOptions } from "../options.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { orderBody, paths, startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";

let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-snapshots-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

interface Kept {
  readonly sandbox: Sandbox;
  readonly kit: RestKit;
  readonly clock: VirtualClock;
}

async function open(options: SandboxOptions = {}, atMs = startMs): Promise<Kept> {
  const clock = new VirtualClock(atMs);
  const sandbox = await startSandbox({
    pairs: ["4BTC_USDT"],
    seed: 3,
    requestsPerWindow: 0,
    clock,
    dataDirectory: directory,
    journalHistory: "keep",
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()), clock };
}

/** Places orders and cancels them: so many that pages of finished records fill. */
async function finish({ kit, clock }: Kept, orders: number): Promise<void> {
  for (let i = 0; i < orders; i++) {
    await kit.post(paths.open, orderBody({ price: String(45_000 - i) }));
    const [, id] = /"order_id":"?(\d+)/.exec(kit.lastText) ?? [];
    await kit.post(paths.close, { order_id: id });
    clock.advance(5);
  }
}

function textOf({ exchange }: Pick<Sandbox, "exchange">): string {
  return canonicalText((exchange as Exchange).state);
}

function finishedOf({ exchange }: Pick<Sandbox, "exchange">): readonly number[] {
  return (exchange as Exchange).state.remembered.orders.all().map(({ id }) => id);
}

describe("with a data directory", () => {
  it.each([
    ["keep", "between two commands"],
    ["trim", "between two commands"],
    ["keep", "in a thread"],
    ["trim", "in a thread"],
  ] as const)(
    "what was given up stays given up after a start, and every command leads there again (%s, %s)",
    async (journalHistory, how) => {
      const kept = await open({ journalHistory, maxReplayMs: 20, largeVenue: how === "in a thread" ? 0 : 1_000_000 });
      const { sandbox, kit, clock } = kept;
      await finish(kept, 280);
      sandbox.snapshots.take("one");
      await finish(kept, 300);
      sandbox.snapshots.take("two");
      await finish(kept, 10);
      expect(await kit.operate("POST", "snapshots/one/go-back", {})).toMatchObject({ status: 200 });
      await finish(kept, 270);
      sandbox.snapshots.goBack("two");
      sandbox.snapshots.goBack("one");
      await finish(kept, 20);
      clock.advance(2_000);
      const text = textOf(sandbox);
      await sandbox.close();
      const report = await checkData(directory);
      expect(report.unbalanced).toEqual([]);
      expect(report.replayIsEqual).toBe(journalHistory === "keep" ? true : undefined);
      expect(textOf(report)).toBe(text);
      // Pages of finished records are those of the past that counts: every one of them can be read.
      const again = await open({ journalHistory }, clock.epochMs());
      expect(finishedOf(again.sandbox)).toEqual(finishedOf({ exchange: report.exchange }));
      await again.sandbox.close();
      expect((await checkData(directory)).unbalanced).toEqual([]);
    },
    60_000,
  );

  it("a venue that is killed behind a return starts there", async () => {
    const kept = await open();
    await finish(kept, 20);
    kept.sandbox.snapshots.take("one");
    await finish(kept, 20);
    await kept.kit.operate("POST", "snapshots/one/go-back", {});
    await kept.kit.post(paths.open, orderBody());
    const text = textOf(kept.sandbox);
    // No clean close vouches for the files: the copy is what a kill would leave.
    const copy = `${directory}-copy`;
    await cp(directory, copy, { recursive: true });
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    const report = await checkData(copy);
    expect(textOf(report)).toBe(text);
    expect(report.replayIsEqual).toBe(true);
  });

  it("a fork keeps nothing", async () => {
    const { sandbox } = await open();
    sandbox.snapshots.take("one");
    const fork = await sandbox.snapshots.fork("one");
    expect(fork.recovery).toBeUndefined();
    await fork.close();
  });
});

describe("what an exchange has lived through", () => {
  it.each<[string, [number, number][], [number, number][]]>([
    ["never went back", [], [[1, 200]]],
    [
      "went back once",
      [[101, 40]],
      [
        [1, 40],
        [102, 200],
      ],
    ],
    [
      "went back twice",
      [
        [101, 40],
        [151, 120],
      ],
      [
        [1, 40],
        [102, 120],
        [152, 200],
      ],
    ],
    [
      "went back into a past that it had given up",
      [
        [101, 40],
        [151, 60],
      ],
      [
        [1, 60],
        [152, 200],
      ],
    ],
    [
      "went back at once, and to its very beginning",
      [
        [101, 40],
        [102, 0],
      ],
      [[103, 200]],
    ],
    ["ended with it", [[200, 10]], [[1, 10]]],
  ])("%s", (_what, returns, ranges) => {
    const kept = returns.map(([number, backTo]) => ({ number, backTo }));
    expect(livedThrough(kept, 200)).toEqual(ranges.map(([first, last]) => ({ first, last })));
  });
});
