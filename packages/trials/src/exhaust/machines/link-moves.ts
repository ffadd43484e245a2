import type { LinkMove, LinkOwnerMove, LinkWorld } from "./link-world.js";

/** How much happens in one history. */
export interface LinkSize {
  readonly states: number;
  /** Messages of one owner on their way at once. */
  readonly channel: number;
  /** Beats of a stranger under an owner's term. */
  readonly strangers: number;
}

/** Everything that can happen next. */
export function movesOfLink(world: LinkWorld, size: LinkSize): readonly LinkMove[] {
  const moves: LinkMove[] = [{ kind: "pass" }, { kind: "reconnect" }];
  if (world.venue < size.states) {
    moves.push({ kind: "venue" });
  }
  if (!world.isTakenOver) {
    moves.push({ kind: "take-over" });
  }
  if (world.echoAskedMs !== world.nowMs) {
    moves.push({ kind: "ask-echo" });
  }
  if (needsState(world) && !world.owners.some(({ isSnapshotAsked }) => isSnapshotAsked)) {
    moves.push({ kind: "ask-snapshot" });
  }
  for (const who of [0, 1] as const) {
    const owner = world.owners[who];
    const add = (kind: LinkOwnerMove): void => void moves.push({ kind, who });
    const speaks = (who === 0 || world.isTakenOver) && owner.channel.length < size.channel;
    if (owner.state < world.venue && (speaks || who === 1)) {
      add("publish");
    }
    if (speaks) {
      add("beat");
      if (who === 0 && world.isTakenOver) {
        add("retire");
      }
      if (owner.echoAsked !== undefined) {
        add("answer-echo");
      }
      if (owner.isSnapshotAsked) {
        add("answer-snapshot");
      }
      if (world.strangers < size.strangers) {
        add("stranger");
      }
    }
    const [head] = owner.channel;
    if (head !== undefined) {
      add("deliver");
      add("lose");
      if (head.kind === "frame") {
        add("damage");
      }
    }
  }
  return moves;
}

/** Whether the consumer asks for a snapshot. */
export function needsState({ pair, shard }: LinkWorld): boolean {
  return shard.term > 0 && (pair.state !== "following" || pair.term < shard.term);
}
