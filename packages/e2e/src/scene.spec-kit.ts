import type { BookView } from "@depthwire/book";
import { type ConnectOptions, connect, type Venue } from "@depthwire/node";
import { type Sandbox, type SandboxOptions, startSandbox } from "@depthwire/sandbox";
import { BookWitness } from "@depthwire/testkit";
import { onTestFinished } from "vitest";

/** A sandbox and an engine that follows all of its pairs, witnessed. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly venue: Venue;
  readonly witnesses: readonly BookWitness<BookView>[];
  /** The witness of one pair. */
  witness(pair: string): BookWitness<BookView>;
}

/** Waits that suit a test: as in production, but shorter. */
const patience = {
  backoff: { firstWindowMs: 100, maxWindowMs: 400 },
  resync: { snapshotTimeoutMs: 500, firstWindowMs: 50 },
} satisfies Partial<ConnectOptions>;

/** Sets the scene, and takes it down when the test is over. */
export async function setScene(
  sandboxOptions: SandboxOptions,
  connectOptions: Omit<ConnectOptions, "addresses">,
): Promise<Scene> {
  const sandbox = await startSandbox(sandboxOptions);
  onTestFinished(() => sandbox.close());
  const venue = connect({ ...patience, ...connectOptions, addresses: [sandbox.pushUrl] });
  onTestFinished(() => venue.close());
  const witnesses = sandbox.pairs.map((pair) => new BookWitness(pair, venue.book(pair), sandbox.exchange));
  return {
    sandbox,
    venue,
    witnesses,
    witness(pair) {
      const found = witnesses.find((one) => one.pair === pair);
      if (found === undefined) {
        throw new RangeError(`nobody follows ${pair}`);
      }
      return found;
    },
  };
}
