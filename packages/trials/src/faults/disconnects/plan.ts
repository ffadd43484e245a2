import type { Random } from "@depthwire/core";
import { deck } from "../deck.js";
import { type ConnectionHarm, connectionHarms } from "./connection-harms.js";
import { type LinkCondition, linkConditions } from "./link-conditions.js";
import { type MessageHarm, messageHarms } from "./message-harms.js";
import { type WelcomeName, welcomes } from "./welcomes.js";

/** What one connection suffers in one round: a harmed message, then its end, then the way back. */
export interface Round {
  readonly link: LinkCondition;
  readonly message: MessageHarm;
  readonly connection: ConnectionHarm;
  readonly welcome: WelcomeName;
  /** Where within a message or a stream, as a part of it from 0 to below 1. */
  readonly place: number;
}

/** All kinds of each part of a {@link Round}. */
export const roundKinds: Readonly<{
  link: readonly LinkCondition[];
  message: readonly MessageHarm[];
  connection: readonly ConnectionHarm[];
  welcome: readonly WelcomeName[];
}> = {
  link: keysOf(linkConditions),
  message: messageHarms,
  connection: keysOf(connectionHarms),
  welcome: keysOf(welcomes),
};

/**
 * Rounds in which every kind comes up as often as the others of its part, give or take one: each part is dealt from a
 * shuffled deck of its own that is used up before it is shuffled again, so that all combinations meet in time.
 */
export function planRounds(count: number, random: Random): readonly Round[] {
  const link = deck(roundKinds.link, random);
  const message = deck(roundKinds.message, random);
  const connection = deck(roundKinds.connection, random);
  const welcome = deck(roundKinds.welcome, random);
  return Array.from({ length: count }, () => ({
    link: link(),
    message: message(),
    connection: connection(),
    welcome: welcome(),
    place: random(),
  }));
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
