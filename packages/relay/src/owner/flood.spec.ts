import { expect, test } from "vitest";
import { shardOf } from "../plan/shard-plan.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { encodeEchoQuestion } from "../wire/echo.js";

const pairs = ["4BTC_USDT", "4ETH_USDT"];

test("a connection that floods an owner with questions gets its share of answers, and takes nobody's books out of live", async () => {
  const world = new RelayWorld(1, pairs);
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  const stranger = world.bus.connect("stranger");
  const got = { states: 0, echoes: 0 };
  const { states, echoes } = { states: 100, echoes: 250 };
  const labels = new Set<string>();
  for (let round = 0; round < 30; round++) {
    for (const pair of pairs) {
      for (let question = 0; question < states; question++) {
        stranger.request(world.subjects.snap(pair), new Uint8Array(0), 100, (answer) => {
          got.states += answer === undefined ? 0 : 1;
        });
      }
      for (let nonce = 0; nonce < echoes; nonce++) {
        const question = encodeEchoQuestion({ nonce, list: 1 });
        stranger.request(world.subjects.echo(shardOf(pair)), question, 100, (answer) => {
          got.echoes += answer === undefined ? 0 : 1;
        });
      }
    }
    await world.run(20);
    for (const label of world.labels()) {
      labels.add(label);
    }
  }
  expect([...labels]).toEqual(["live"]);
  expect([world.seen.wrong, world.seen.tooOld]).toEqual([[], []]);
  const { refused, snapshots } = owner.relay.counts;
  // Of 15,000 echoes within 0.6 s it gets 8,000 at once, then 4,000 a second; of 6,000 states 4,096, then 2,048 a second.
  expect(got.echoes).toBeGreaterThan(8_000);
  expect(got.echoes).toBeLessThan(11_000);
  expect(got.states).toBeGreaterThan(4_000);
  expect(got.states).toBeLessThan(5_600);
  expect(snapshots).toBeLessThan(got.states + 100);
  expect(refused).toBeGreaterThan(4_000);
});
