import { ValidationError } from "@depthwire/core";
import { expect, it } from "vitest";
import { Trader } from "../index.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import { order } from "./limit-scene.spec-kit.js";

const refusal = (error: unknown): unknown => (error instanceof ValidationError ? error.details : error);

it("an order above those of a second is told after how long it would be let through, and then it is", async () => {
  const { client, clock, settle, ends } = keepingVenue();
  const trader = new Trader({ limits: { maxOrdersPerSecond: 2 } }, { venue: client, clock });
  await settle(client.measureVenueTime());
  const place = () => trader.place(order).catch(refusal);
  void place();
  clock.advance(300);
  void place();
  clock.advance(100);
  expect(await place()).toMatchObject({ limit: "maxOrdersPerSecond", retryAfterMs: 600 });
  clock.advance(599);
  expect(await place()).toMatchObject({ limit: "maxOrdersPerSecond", retryAfterMs: 1 });
  clock.advance(1);
  await settle(trader.place(order));
  expect(ends().filter((end) => end === "open")).toHaveLength(3);
});

it("a limit that has nothing to do with time tells of none", async () => {
  const { client, clock } = keepingVenue();
  const trader = new Trader({ limits: { maxOrderValue: "1", maxOrdersPerSecond: 1 } }, { venue: client, clock });
  const details = await trader.place(order).catch(refusal);
  expect(details).toMatchObject({ limit: "maxOrderValue" });
  expect(details).not.toHaveProperty("retryAfterMs");
});
