import { connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { profiles } from "@depthwire/sandbox/internal";
import { BookWitness, untilAllLive } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

const cases = profiles.flatMap((profile) => [0, 1].map((shards) => ({ profile, shards })));

/** A sandbox of three pairs, followed with its REST service at hand. */
async function follow(options: { profile: (typeof profiles)[number]; shards: number }) {
  const sandbox = await startSandbox({ pairs: 3, profile: options.profile, seed: 5 });
  onTestFinished(() => sandbox.close());
  const venue = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, shards: options.shards });
  onTestFinished(() => venue.close());
  const books = sandbox.pairs.map((pair) => venue.book(pair));
  const witnesses = sandbox.pairs.map((pair) => new BookWitness(pair, venue.book(pair), sandbox.exchange));
  await untilAllLive(witnesses);
  return { sandbox, venue, books, witnesses };
}

describe.each(cases)("verify() over REST, profile $profile, $shards threads", (options) => {
  it("finds every live book equal to the venue's own answer", async () => {
    const { venue, books, witnesses } = await follow(options);
    let equal = 0;
    for (let round = 0; round < 3; round++) {
      const verdicts = await Promise.all(books.map((book) => book.verify({ size: 200 - round })));
      expect(verdicts.filter(({ kind }) => kind === "different")).toEqual([]);
      equal += verdicts.filter((verdict) => verdict.kind === "equal" && verdict.levels > 0).length;
    }
    expect(equal).toBeGreaterThanOrEqual(6);
    expect(venue.statistics().verifications).toMatchObject({ equal, different: 0, failed: 0 });
    expect(witnesses.flatMap(({ divergences }) => divergences)).toEqual([]);
  });
});

describe("verify() against a venue that contradicts itself", () => {
  it("says what differs, and the book comes back", async () => {
    const sandbox = await startSandbox({ pairs: 1, seed: 6 });
    onTestFinished(() => sandbox.close());
    const honest = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl });
    onTestFinished(() => honest.close());
    const [pair = ""] = sandbox.pairs;
    const watched = new BookWitness(pair, honest.book(pair), sandbox.exchange);
    const truth = await watched.until(({ status }) => status === "live");
    const liar = connect({
      addresses: [sandbox.pushUrl],
      depthSource: async () => {
        const { updatedAtMs, asks, bids } = watched.view;
        const [best, ...others] = asks.levels();
        const raised = { price: best?.price ?? "1", quantity: `1${best?.quantity}` };
        return { updatedAtMs, asks: [raised, ...others], bids: bids.levels() };
      },
    });
    onTestFinished(() => liar.close());
    const deceived = new BookWitness(pair, liar.book(pair), sandbox.exchange);
    const { epoch } = await deceived.until(({ status }) => status === "live");
    const book = liar.book(pair);
    await expect.poll(() => book.verify()).toMatchObject({ kind: "different" });
    await deceived.until((view) => view.status === "live" && view.epoch > epoch);
    expect([...deceived.reasons]).toContain("contradicted");
    expect(truth.asks.length).toBeGreaterThan(0);
  });
});
