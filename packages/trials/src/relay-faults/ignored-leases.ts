import { setTimeout as sleep } from "node:timers/promises";
import type { FaultsScene, OwnerMember } from "./scene.js";
import { untilSo } from "./until-so.js";

/** One that was gone for long acts as the owner of every shard: its terms are over, and its data is old. */
export async function rogueIgnores({ reigns, rogue }: FaultsScene, forMs: number): Promise<void> {
  const terms = Object.fromEntries([...reigns].map(([shard, { term }]) => [shard, term - 1]));
  rogue.process.send({ kind: "act", terms });
  await sleep(forMs);
  rogue.process.send({ kind: "rest" });
}

/** An owner loses its leases and goes on beside who has them now. Its data is as good as ever. */
export async function ownerIgnores(scene: FaultsScene, owner: OwnerMember, forMs: number): Promise<void> {
  const shards = [...owner.owned.keys()];
  owner.process.send({ kind: "be-stubborn" });
  try {
    const isAnothers = (shard: string): boolean => scene.reigns.get(shard)?.owner !== owner;
    await untilSo("another owner beside one that goes on", () => shards.every(isAnothers));
    await sleep(forMs);
  } finally {
    owner.process.send({ kind: "give-in" });
  }
}
