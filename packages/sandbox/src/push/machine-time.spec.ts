import { expect, it, onTestFinished } from "vitest";
import { loginOf } from "../spec-support/private-listener.js";
import { PushClient } from "../spec-support/push-client.js";
import { openDoor, openTenant, orderBody, paths } from "../spec-support/rest-door.js";

/** Says something and waits until it is answered, or the connection ends. */
async function answerTo(client: PushClient, ping: number): Promise<unknown> {
  client.send({ ping });
  return Promise.race([client.closed, client.nextJson(({ pong }) => pong === ping)]);
}

it("a venue whose time stands takes messages and subscriptions as before", async () => {
  const { kit, clock } = await openDoor({ messagesPerSecond: 10, subscriptionsPerSecond: 1 });
  const client = await PushClient.open(`${kit.url.replace("http", "ws")}/cbu`);
  onTestFinished(() => client.close());
  await kit.operate("POST", "clock/pause");
  for (let i = 0; i < 30; i++) {
    expect(await answerTo(client, i)).toMatchObject({ pong: i });
    clock.advance(100);
  }
  for (const pair of ["4BTC_USDT", "5BTC_USD"]) {
    client.send({ sub: `${pair}_depth` });
    expect(await client.nextJson(({ topic, error }) => topic !== undefined || error !== undefined)).toMatchObject({
      t: 0,
    });
    clock.advance(1000);
  }
});

it("a step of the clock ends nobody who answers pings, and a client that never answers is ended later", async () => {
  const { kit, clock } = await openDoor({ pairs: ["4BTC_USDT"], tickIntervalMs: 1000, pingIntervalMs: 5000 });
  const tenant = await openTenant(kit, "100000", { cancelOnDisconnect: true });
  const client = await PushClient.open(`${kit.url.replace("http", "ws")}/cbu`, { autoPong: false });
  onTestFinished(() => client.close());
  client.send(loginOf(tenant.key));
  await client.nextJson(({ d }) => d !== undefined && "order_all" in d);
  const { order_id } = await tenant.kit.post(paths.open, orderBody());
  await kit.operate("POST", "clock/step", { ms: 25_000 });
  // Only now does the client get to its answers.
  expect(await answerTo(client, 1)).toMatchObject({ pong: 1 });
  expect(await tenant.kit.post(paths.detail, { order_id })).toMatchObject({ result: { s: 1 } });
  for (let i = 0; i < 4; i++) {
    clock.advance(5000);
  }
  expect(await client.closed).toBe(1001);
});
