import type { LeaseStore } from "../ports/lease-store.js";

/** What {@link tryLeaseStore} found. */
export interface LeaseStoreTrial {
  /** Rounds that the store answered. */
  readonly rounds: number;
  /** Rounds in which the store accepted more than one of the updates that expected one revision. One is too many. */
  readonly unsafeRounds: number;
}

/** How a store is tried. */
export interface LeaseStoreTrialOptions {
  /** Default 50. */
  readonly rounds?: number | undefined;
  /** Updates at once in a round; default 6. */
  readonly updates?: number | undefined;
  /** A key that stands for nothing else; default `try`. */
  readonly key?: string | undefined;
}

/**
 * Tries for real whether a store gives one revision to one update alone. nats-server 2.9 with three replicas does not: of six
 * updates at once it accepted several in 299 of 300 rounds.
 *
 * Several processes may try one store at a time: whoever gets a revision, it is one of all.
 *
 * @throws what the store rejects with, where it does not answer
 */
export async function tryLeaseStore(
  store: LeaseStore,
  { rounds = 50, updates = 6, key = "try" }: LeaseStoreTrialOptions = {},
): Promise<LeaseStoreTrial> {
  let unsafeRounds = 0;
  for (let round = 0; round < rounds; round++) {
    const { revision } = await store.read(key);
    const texts = Array.from({ length: updates }, (_, update) => `update ${update} of round ${round}`);
    const answers = await Promise.all(texts.map((text) => store.compareAndSet(key, revision, text)));
    if (answers.filter((answer) => answer !== undefined).length > 1) {
      unsafeRounds++;
    }
  }
  return { rounds, unsafeRounds };
}
