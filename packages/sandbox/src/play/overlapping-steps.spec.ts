import { expect, it } from "vitest";
import { type Door, openDoor, orderBody, paths } from "../spec-support/rest-door.js";

interface Moment {
  readonly feedMs: number | undefined;
  readonly isHalted: boolean;
}

async function momentOf({ kit }: Door): Promise<Moment> {
  const { body } = await kit.operate("GET", "latency");
  const { state } = await kit.post(paths.open, orderBody());
  return { feedMs: (body as { feed?: { ms: number } }).feed?.ms, isHalted: state === 2021 };
}

const feed = (ms: number): object => ({ do: "latency", delays: { feed: ms } });

it("of steps that overlap the latest counts, and each takes back only what it did", async () => {
  const door = await openDoor({ latency: { feed: 1 }, pairs: ["4BTC_USDT"] });
  const steps = [
    { atMs: 0, ...feed(100), forMs: 2000 },
    { atMs: 1000, ...feed(200), forMs: 2000 },
    { atMs: 0, do: "halt", forMs: 1000 },
    { atMs: 500, do: "halt", forMs: 2000 },
  ];
  await door.kit.operate("POST", "scenario", { steps });
  const moments: Moment[] = [];
  for (const ms of [600, 600, 1000, 1000]) {
    door.clock.advance(ms);
    moments.push(await momentOf(door));
  }
  expect(moments).toEqual([
    { feedMs: 100, isHalted: true },
    { feedMs: 200, isHalted: true },
    { feedMs: 200, isHalted: true },
    { feedMs: 1, isHalted: false },
  ]);
});

it("a step within another one gives back to it", async () => {
  const door = await openDoor({ pairs: ["4BTC_USDT"] });
  const steps = [
    { atMs: 0, ...feed(100), forMs: 3000 },
    { atMs: 500, ...feed(200), forMs: 500 },
    { atMs: 0, do: "halt", forMs: 3000 },
    { atMs: 500, do: "halt", forMs: 500 },
  ];
  await door.kit.operate("POST", "scenario", { steps });
  door.clock.advance(1500);
  expect(await momentOf(door)).toEqual({ feedMs: 100, isHalted: true });
  await door.kit.operate("DELETE", "scenario");
  expect(await momentOf(door)).toEqual({ feedMs: undefined, isHalted: false });
});

it("what is set meanwhile counts from then on, and stays", async () => {
  const door = await openDoor({ pairs: ["4BTC_USDT"] });
  const steps = [
    { atMs: 0, do: "latency", delays: { feed: 100, response: 0 }, forMs: 2000 },
    { atMs: 0, do: "latency", account: "demo", delays: { feed: 300 }, forMs: 1000 },
  ];
  await door.kit.operate("POST", "scenario", { steps });
  door.clock.advance(1);
  await door.kit.operate("POST", "latency", { feed: 7 });
  expect((await door.kit.operate("GET", "latency")).body).toMatchObject({
    feed: { ms: 7 },
    response: { ms: 0 },
    accounts: { "100001": { feed: { ms: 300 } } },
  });
  door.clock.advance(3000);
  expect((await door.kit.operate("GET", "latency")).body).toEqual({ feed: { ms: 7, jitterMs: 0 }, accounts: {} });
});
