import { connect, type Venue } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterEach, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { liveMarket } from "./live-market.js";

const pair = "4BTC_USDT";

let there: Sandbox;
let venue: Venue;
let here: Sandbox;

afterEach(async () => {
  await venue.close();
  await here.close();
  await there.close();
});

async function bestBidHere(): Promise<string | undefined> {
  const answer = await fetch(`${here.restUrl}/v2/mdata/depth?pair=${pair}&size=1`);
  const { result } = (await answer.json()) as {
    readonly result: { readonly bids: readonly { readonly price: string }[] };
  };
  return result.bids[0]?.price;
}

it("shows the other venue's prices while its book is live, and an empty book from then on", async () => {
  there = await startSandbox({ pairs: [pair] });
  venue = connect({ addresses: [there.pushUrl], shards: 0 });
  const bids = new Set<string>();
  const watched = (async () => {
    for await (const view of venue.book(pair)) {
      if (view.bestBid !== undefined) {
        bids.add(view.bestBid.price);
      }
    }
  })();
  const statuses: string[] = [];
  const notes = { status: (_pair: string, status: string) => void statuses.push(status), unusable: () => {} };
  here = await startSandbox({ pairs: [pair], feed: liveMarket(venue, [pair], notes) });
  await expect.poll(bestBidHere).toBeDefined();
  await expect.poll(async () => bids.has((await bestBidHere()) ?? "")).toBe(true);

  await there.close();
  await expect.poll(bestBidHere).toBeUndefined();
  expect(statuses).toContain("live");
  expect(statuses.at(-1)).not.toBe("live");
  await venue.close();
  await watched;
});

it("wants to be told the pairs", async () => {
  expect(await runCommandLine(["paper"])).toMatchObject({ exitCode: 2, err: expect.stringContaining("--pairs") });
});
