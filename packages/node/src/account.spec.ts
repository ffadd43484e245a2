import { getEventListeners } from "node:events";
import { Credential } from "@depthwire/core";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "./connect.js";

const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });

/** A venue that nobody is at. */
function nowhere() {
  const venue = connect({ addresses: ["ws://127.0.0.1:1"], restAddress: "http://127.0.0.1:1" });
  onTestFinished(() => venue.close());
  return venue;
}

it("an account that is closed leaves nothing at a signal that outlives it", () => {
  const venue = nowhere();
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) venue.account(credential, { signal }).close();
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(venue.statistics().accounts.open).toBe(0);
});

it("an account ends with its signal, and is closed by that", () => {
  const abort = new AbortController();
  const account = nowhere().account(credential, { signal: abort.signal });
  abort.abort();
  expect(account.events.status.phase).toBe("closed");
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  account.close();
});

it("no account is opened with a signal that is over, nor at a venue that is", async () => {
  const venue = nowhere();
  expect(() => venue.account(credential, { signal: AbortSignal.abort() })).toThrowError(
    expect.objectContaining({ code: "aborted" }),
  );
  await venue.close();
  expect(() => venue.account(credential)).toThrowError(expect.objectContaining({ code: "closed" }));
});
