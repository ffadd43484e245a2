// What an owner's threads run: each publishes what its own shard accepted, on a connection of its own.
import { openNatsBus } from "@depthwire/nats";
import { RelayOwner, Subjects } from "@depthwire/relay";
import { pairsByShard, threadOfPair } from "@depthwire/relay/internal";

export default async function startOwner({ shard, clock, data: { servers, venue, threads, pairs, term } }) {
  const owner = `owner-${shard}`;
  const bus = await openNatsBus({ servers, name: owner });
  const own = pairs.filter((pair) => threadOfPair(pair) % threads === shard);
  const relay = new RelayOwner({ bus, subjects: new Subjects(venue), owner, clock, pairs: own });
  for (const name of pairsByShard({ pairs: own }).keys()) {
    relay.own(name, term);
  }
  const close = async () => {
    relay.close();
    await bus.close();
  };
  return { listenToFrames: relay.listenToFrames, close };
}
