import * as fc from "fast-check";
import { expect, test } from "vitest";
import { channelWire, prefixWire } from "../spec-kit/wire.spec-kit.js";
import { ambiguousLevel } from "./commands/ambiguous-level.spec-kit.js";
import { corrupt } from "./commands/corrupt.spec-kit.js";
import { counterRestart } from "./commands/counter-restart.spec-kit.js";
import { crash } from "./commands/crash.spec-kit.js";
import { crossed } from "./commands/crossed.spec-kit.js";
import { disconnect } from "./commands/disconnect.spec-kit.js";
import { drop } from "./commands/drop.spec-kit.js";
import { duplicate } from "./commands/duplicate.spec-kit.js";
import { finerDecimal } from "./commands/finer-decimal.spec-kit.js";
import { gap } from "./commands/gap.spec-kit.js";
import { hang } from "./commands/hang.spec-kit.js";
import { look } from "./commands/look.spec-kit.js";
import { mute } from "./commands/mute.spec-kit.js";
import { negativeQuantity } from "./commands/negative-quantity.spec-kit.js";
import { oldSnapshot } from "./commands/old-snapshot.spec-kit.js";
import { pass } from "./commands/pass.spec-kit.js";
import { readTop } from "./commands/read-top.spec-kit.js";
import { reorder } from "./commands/reorder.spec-kit.js";
import { snapshot } from "./commands/snapshot.spec-kit.js";
import { subscribe } from "./commands/subscribe.spec-kit.js";
import { truncated } from "./commands/truncated.spec-kit.js";
import { unknownLevel } from "./commands/unknown-level.spec-kit.js";
import { unsubscribe } from "./commands/unsubscribe.spec-kit.js";
import { update } from "./commands/update.spec-kit.js";
import { verify } from "./commands/verify.spec-kit.js";
import { verifyFalsely } from "./commands/verify-falsely.spec-kit.js";
import { type Tally, World } from "./world.spec-kit.js";

/** Sound updates and time are frequent, so that harm meets living books. */
const commands = [
  update,
  update,
  update,
  update,
  pass,
  pass,
  subscribe,
  subscribe,
  look,
  look,
  readTop,
  ambiguousLevel,
  corrupt,
  counterRestart,
  crash,
  crossed,
  disconnect,
  drop,
  duplicate,
  finerDecimal,
  gap,
  hang,
  mute,
  negativeQuantity,
  oldSnapshot,
  reorder,
  snapshot,
  truncated,
  unknownLevel,
  unsubscribe,
  verify,
  verify,
  verifyFalsely,
];

/** Things that must have happened in a run, or it proves nothing. */
const wanted = [
  "view live",
  "view gapped",
  "view stale",
  "view crossed",
  "view syncing",
  "reason gap",
  "reason counter-restarted",
  "reason ambiguous-level",
  "reason unknown-level",
  "reason rejected-message",
  "reason disconnected",
  "reason contradicted",
  "verified equal, answer true",
  "verified inconclusive, answer true",
  "verified different, answer false",
];

/** More runs: `MODEL_RUNS=2000`. */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 40);

test.each([
  ["inline", prefixWire, 0, "none"],
  ["inline, over protocol B", channelWire("gzip"), 0, "none"],
  ["in threads", prefixWire, 2, "none"],
  ["in threads with a heartbeat word", prefixWire, 2, "beats"],
  ["in threads, over protocol B", channelWire("zlib"), 2, "beats"],
] as const)(
  "whatever happens, a live view %s is a published state, and every book recovers",
  async (_, wire, shards, heart) => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 120, size: "max" }), fc.nat(), async (script, seed) => {
        const world = new World(tally, wire, shards, seed, heart);
        try {
          await world.begin();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), script);
          await world.recover();
        } finally {
          const closing = world.engine.close();
          await world.clock.advanceAndSettle(10_000);
          await closing;
        }
        expect(world.clock.pending()).toBe(0);
      }),
      { numRuns },
    );
    for (const what of shards === 0 ? wanted : [...wanted, "reason thread-lost", "reason thread-silent"]) {
      expect(tally.get(what) ?? 0, what).toBeGreaterThan(0);
    }
    expect(tally.get("compared")).toBeGreaterThan(100);
    expect(tally.get("compared, top levels")).toBeGreaterThan(10);
    console.log(Object.fromEntries([...tally].toSorted(([left], [right]) => left.localeCompare(right))));
  },
  120_000,
);
