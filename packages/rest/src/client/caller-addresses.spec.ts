import { TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const page = { state: 0, result: { p: 1, t: 0, o: [] } };

function failing(error: Error): never {
  throw error;
}

describe("a call at a venue of several addresses", () => {
  it("moves on to the next address when one does not answer", async () => {
    const addresses = { rest: ["http://a.test", "http://b.test/"] };
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const answer = ({ address }: { address: string }): object => (address === "http://a.test" ? failing(down) : page);
    const { client, seen, settle } = scriptedVenue(answer, { addresses });
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    expect(seen.map(({ address }) => address)).toEqual(["http://a.test", "http://b.test", "http://b.test"]);
  });

  it.each([
    ["refuses it", { state: 3024, msg: "no" }, "venue-refused"],
    ["answers in a wrong shape", { state: 0, result: "no list" }, "response-shape"],
  ])("stays with an address that %s: another one would say the same", async (_, answer, code) => {
    const addresses = { rest: ["http://a.test", "http://b.test"] };
    const { client, seen, settle } = scriptedVenue(() => answer, { addresses });
    for (const side of ["open-long", "open-short"] as const) {
      await expect(settle(client.usdt.getOpenOrders({ side }))).rejects.toMatchObject({ code });
    }
    expect(seen.map(({ address }) => address)).toEqual(["http://a.test", "http://a.test"]);
  });

  it("moves on by one address where several calls failed at the same one", async () => {
    const addresses = { rest: ["http://a.test", "http://b.test", "http://c.test"] };
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const { client, seen, settle } = scriptedVenue(
      ({ address }) => (address === "http://a.test" ? failing(down) : page),
      { addresses },
    );
    await settle(client.measureVenueTime());
    const both = [client.usdt.getOpenOrders({ side: "open-long" }), client.usdt.getOpenOrders({ side: "open-short" })];
    await settle(Promise.all(both));
    expect(seen.map(({ address }) => address.at(7))).toEqual(["a", "a", "b", "b"]);
  });
});
