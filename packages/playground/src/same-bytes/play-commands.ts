import { encodeUtf8, md5Hex } from "@depthwire/core/internal";
import type { Command } from "@depthwire/exchange";
import { canonicalText, contractMarket, createRandomState, Exchange, nextInteger } from "@depthwire/exchange/internal";
import { drawCommand, users } from "./draw-command.js";

/** What to play. The same numbers give the same digests in every runtime. */
export interface PlayOptions {
  readonly commands: number;
  readonly seed: number;
}

/** What was played, as digests over every byte of it. */
export interface PlayedDigests {
  readonly commands: number;
  readonly seed: number;
  /** Over each command with its time, in order, as a journal keeps them. */
  readonly journal: string;
  /** Over each event that they caused, in order. */
  readonly events: string;
  /** Over the exchange's whole state after the last one. */
  readonly state: string;
  /** Trades among the events: a market in which nothing happens would prove little. */
  readonly trades: number;
}

const pairs = ["4BTC_USDT", "5BTC_USD"] as const;
const startMs = Date.UTC(2026, 0, 1);
/** Longest time between two commands, in milliseconds. */
const maxStepMs = 400;

/**
 * Plays commands that follow from a seed on an exchange of its own, with nothing from outside: no clock, no randomness, no network.
 * What comes out is the same everywhere, to the byte.
 */
export function playCommands({ commands, seed }: PlayOptions): PlayedDigests {
  const exchange = new Exchange({ seed, markets: pairs.flatMap((pair) => contractMarket(pair) ?? []) });
  const random = createRandomState(seed, "same-bytes");
  const [journal, events] = [new ChainedDigest(), new ChainedDigest()];
  let atMs = startMs;
  let trades = 0;
  const carryOut = (command: Command): void => {
    journal.add(JSON.stringify({ atMs, command }));
    const caused = exchange.apply(command, atMs);
    trades += caused.filter(({ kind }) => kind === "trade").length;
    events.add(JSON.stringify(caused));
  };
  for (const command of openingCommands()) {
    carryOut(command);
  }
  for (let played = 0; played < commands; played++) {
    atMs += nextInteger(random, maxStepMs);
    carryOut(drawCommand(exchange, random));
  }
  const state = md5Hex(encodeUtf8(canonicalText(exchange.state)));
  return { commands, seed, journal: journal.hex, events: events.hex, state, trades };
}

function openingCommands(): Command[] {
  const money = users.flatMap((account): Command[] => [
    { kind: "credit", account, coin: "USDT", amount: "1000000", purse: "contract" },
    { kind: "credit", account, coin: "BTC", amount: "20", purse: "contract" },
  ]);
  return [{ kind: "tick" }, ...pairs.map((pair): Command => ({ kind: "publish-depth", pair })), ...money];
}

/** A digest over texts in order: each is digested together with the digest before it. */
class ChainedDigest {
  hex = "";

  add(text: string): void {
    this.hex = md5Hex(encodeUtf8(this.hex + text));
  }
}
