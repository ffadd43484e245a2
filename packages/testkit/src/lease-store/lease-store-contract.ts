import assert from "node:assert/strict";

/** A store with compare-and-set, as the relay's port `LeaseStore` says. */
export interface StoreUnderTest {
  read(key: string): Promise<{ readonly revision: number; readonly text: string | undefined }>;
  compareAndSet(key: string, expected: number, text: string): Promise<number | undefined>;
}

/** One thing that every store promises. */
export interface StoreClause {
  readonly says: string;
  /** @param key that nothing was written under. @throws AssertionError */
  check(store: StoreUnderTest, key: string): Promise<void>;
}

/** Everything that a store of leases promises, whatever it is made of. */
export const leaseStoreContract: readonly StoreClause[] = [
  {
    says: "a key that nothing was written under has revision 0 and no text",
    async check(store, key) {
      assert.deepEqual(await store.read(key), { revision: 0, text: undefined });
    },
  },
  {
    says: "revision 0 is expected of a new key alone",
    async check(store, key) {
      const revision = await written(store, key, 0, "first");
      assert.deepEqual(await store.read(key), { revision, text: "first" });
      assert.equal(await store.compareAndSet(key, 0, "second"), undefined);
      assert.deepEqual(await store.read(key), { revision, text: "first" });
    },
  },
  {
    says: "a revision grows with each write of the key, of the same text too, and an older one is refused",
    async check(store, key) {
      const first = await written(store, key, 0, "same");
      const second = await written(store, key, first, "same");
      assert.ok(second > first);
      assert.equal(await store.compareAndSet(key, first, "late"), undefined);
      assert.equal(await store.compareAndSet(key, second + 1, "early"), undefined);
      assert.deepEqual(await store.read(key), { revision: second, text: "same" });
    },
  },
  {
    says: "keys are apart: a write of one changes no revision of another",
    async check(store, key) {
      const own = await written(store, `${key}-own`, 0, "mine");
      const other = await written(store, `${key}-other`, 0, "theirs");
      await written(store, `${key}-other`, other, "theirs again");
      assert.deepEqual(await store.read(`${key}-own`), { revision: own, text: "mine" });
      assert.ok((await written(store, `${key}-own`, own, "mine again")) > own);
    },
  },
  {
    says: "texts come back to the letter, the empty one too",
    async check(store, key) {
      let revision = 0;
      for (const text of ['{"holder":"eu-1","term":1795000000000}', "", "Größe ≤ 5 µs 🙂\n"]) {
        revision = await written(store, key, revision, text);
        assert.deepEqual(await store.read(key), { revision, text });
      }
    },
  },
  {
    says: "of six updates at once that expect one revision one is accepted, and is what is read",
    async check(store, key) {
      let revision = 0;
      for (let round = 1; round <= 20; round++) {
        const texts = Array.from({ length: 6 }, (_, holder) => `holder ${holder} of round ${round}`);
        const answers = await Promise.all(texts.map((text) => store.compareAndSet(key, revision, text)));
        const accepted = answers.flatMap((answer, holder) => (answer === undefined ? [] : [{ answer, holder }]));
        const [winner, ...others] = accepted;
        assert.ok(winner !== undefined && others.length === 0, `round ${round}: ${accepted.length} were accepted`);
        revision = winner.answer;
        assert.deepEqual(await store.read(key), { revision, text: texts[winner.holder] });
      }
    },
  },
];

async function written(store: StoreUnderTest, key: string, expected: number, text: string): Promise<number> {
  const revision = await store.compareAndSet(key, expected, text);
  assert.ok(revision !== undefined, `revision ${expected} was expected`);
  return revision;
}
