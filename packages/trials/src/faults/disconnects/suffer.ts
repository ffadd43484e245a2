import { setTimeout as sleep } from "node:timers/promises";
import { connectionHarms } from "./connection-harms.js";
import type { Lane } from "./lane.js";
import { linkConditions } from "./link-conditions.js";
import { harmMessage, mayMissItsAim, mustBeNoticed } from "./message-harms.js";
import type { Round } from "./plan.js";
import type { DisconnectTally } from "./tally.js";
import { welcomes } from "./welcomes.js";

/** Counts of a thread are this old at most, in milliseconds, with room for a busy machine. */
const statisticsAgeMs = 500;

/**
 * Takes a lane through one round. What a book shows as live afterwards was published after the harm, so an engine
 * that has noticed what it lost shows it in a new epoch; one that shows the old epoch has lost something in silence.
 *
 * @throws WaitedTooLong when a harm could not be done, or a book did not come back
 */
export async function suffer(lane: Lane, round: Round, tally: DisconnectTally): Promise<void> {
  lane.heal();
  // Twice: a book that met its harm at the first step behind a snapshot would be another matter.
  await lane.untilLiveSince(Date.now());
  await lane.untilLiveSince(Date.now());
  linkConditions[round.link](lane.proxy);
  tally.count("link", round);
  await sufferMessage(lane, round, tally);
  await sufferDisconnect(lane, round, tally);
  lane.heal();
  await lane.untilLiveSince(Date.now());
}

async function sufferMessage(lane: Lane, round: Round, tally: DisconnectTally): Promise<void> {
  const { message, place } = round;
  const epochs = epochsOf(lane);
  const rejected = lane.rejected();
  tally.count("message", { ...round, message: await harmMessage(lane, message, place) });
  await lane.untilLiveSince(Date.now());
  if (!mustBeNoticed(message) || epochsOf(lane).some((epoch, index) => epoch > (epochs[index] as number))) {
    return;
  }
  if (mayMissItsAim(message)) {
    await sleep(statisticsAgeMs);
    if (lane.rejected() === rejected) {
      return;
    }
  }
  tally.lostWithoutGap.push(`${lane.name}: ${message}, ${lane.pair} stayed in its epoch`);
}

async function sufferDisconnect(lane: Lane, round: Round, tally: DisconnectTally): Promise<void> {
  const { connection, welcome, place } = round;
  const { prepare, give } = welcomes[welcome];
  const epochs = epochsOf(lane);
  prepare(lane);
  await connectionHarms[connection](lane, place);
  const sinceMs = Date.now();
  tally.count("connection", round);
  tally.disconnects++;
  await give(lane, place);
  tally.count("welcome", round);
  await lane.untilLiveSince(sinceMs);
  epochsOf(lane).forEach((epoch, index) => {
    if (epoch > (epochs[index] as number)) {
      return;
    }
    tally.lostWithoutGap.push(`${lane.name}: ${connection}, ${lane.witnesses[index]?.pair} stayed in its epoch`);
  });
}

function epochsOf({ witnesses }: Lane): readonly number[] {
  return witnesses.map(({ view }) => view.epoch);
}
