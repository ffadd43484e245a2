import { connect, createNodeClock } from "@depthwire/node";
import { expect, it, onTestFinished } from "vitest";
import { nodeDataRuntime } from "./data/node-data-runtime.js";
import { hostAccelerator } from "./hosted-accelerator.js";
import { pair, setScene } from "./scene.spec-kit.js";

const json = { "content-type": "application/json" } as const;

it("answers in memory what the one with a port answers", async () => {
  const { sandbox, accelerator } = await setScene({ credential: undefined });
  const venue = { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl };
  const hosted = await hostAccelerator(
    { venue },
    { venue: connect(venue), clock: createNodeClock(), random: Math.random, data: nodeDataRuntime },
  );
  onTestFinished(() => hosted.close());
  for (const [method, target, body] of [
    ["GET", "/", ""],
    ["GET", "/no/such/path", ""],
    ["GET", "/orders", ""],
    ["POST", "/orders", "{"],
    ["POST", "/orders", JSON.stringify({ pair, side: "open-long", type: "market", quantity: "0.01" })],
    ["DELETE", "/book/x", ""],
    ["GET", `/book/${pair}?levels=0`, ""],
  ] as const) {
    const served = await fetch(`${accelerator.url}${target}`, {
      method,
      headers: json,
      ...(body === "" ? {} : { body }),
    });
    const answer = await hosted.answer({ method, target, headers: json, body });
    expect(answer).toMatchObject({ kind: "text", status: served.status, body: await served.text() });
  }
  expect(hosted.account).toBeUndefined();
  expect(hosted.data).toBeUndefined();
});
