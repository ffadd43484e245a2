import type { InstanceCounts, RelayInstanceEvent, RelayInstanceStatus, ShardStatus } from "@depthwire/relay";
import type { Context } from "../../../program/context.js";
import { clockTime } from "../../../screen/time-format.js";
import { eventWords, messageOf } from "./event-words.js";

/** Shards come and go by the dozen: they are told together. */
const gatherMs = 250;
/** How often it is looked whether books are live, in milliseconds. */
const lookEveryMs = 1_000;

/** What an instance owns, as an item of `relay serve --json`. */
export interface OwnsItem {
  readonly event: "owns";
  /** When it was so, epoch milliseconds of this computer's clock. */
  readonly atMs: number;
  readonly name: string;
  readonly owner: string;
  readonly shards: readonly string[];
  readonly pairs: number;
  /** Of these, how many have a live book here. */
  readonly live: number;
  /** Shards that it stands by for. */
  readonly standby: number;
  /** Pairs of these shards. */
  readonly standbyPairs: number;
  /** Of these, how many have a live book here: a warm standby has them all. */
  readonly warm: number;
}

/** What came of it, as the result of `relay serve --json`. */
export interface ServeResult {
  readonly name: string;
  /** Shards that somebody else took over at the end. */
  readonly handedOver: readonly string[];
  /** Shards that nobody took. */
  readonly givenBack: readonly string[];
  readonly counts: InstanceCounts;
}

/** Tells what happens to an instance: a line for each thing that a person wants to hear, and what it owns whenever that changed. */
export class ServeReport {
  readonly #context: Context;
  readonly #status: () => RelayInstanceStatus | undefined;
  readonly #lost = new Map<string, string>();
  readonly #looks: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | undefined;
  #told = "";

  constructor(context: Context, status: () => RelayInstanceStatus | undefined) {
    this.#context = context;
    this.#status = status;
    this.#looks = setInterval(() => this.#tellOwned(), lookEveryMs);
  }

  /** What the instance tells. */
  hear(event: RelayInstanceEvent): void {
    const { output } = this.#context;
    const { kind, ...facts } = event;
    if (kind === "lost") {
      this.#lost.set(event.shard, event.cause);
    }
    if (output.isJson) {
      output.item({
        event: kind,
        atMs: Date.now(),
        ...facts,
        ...("error" in event ? { error: messageOf(event.error) } : {}),
      });
    } else {
      const words = eventWords(event);
      if (words !== undefined) {
        this.#line(words);
      }
    }
    this.#gathering ??= setTimeout(() => this.#tellGathered(), gatherMs);
  }

  /** Which of these shards were lost for this cause, as far as was told. */
  lostFor(cause: string, shards: readonly string[]): readonly string[] {
    return shards.filter((shard) => this.#lost.get(shard) === cause);
  }

  /** Ends the looks. */
  end(): void {
    clearInterval(this.#looks);
    clearTimeout(this.#gathering);
  }

  #tellGathered(): void {
    this.#gathering = undefined;
    this.#tellOwned();
  }

  #tellOwned(): void {
    const status = this.#status();
    if (status === undefined || status.state === "starting") {
      return;
    }
    const item = ownedBy(status);
    const words = ownedWords(item);
    if (words !== this.#told) {
      this.#told = words;
      this.#line(words, item);
    }
  }

  #line(words: string, item?: OwnsItem): void {
    const { output, styles } = this.#context;
    const text = `${styles.dim(clockTime(Date.now()))} ${words}`;
    if (item === undefined) {
      output.write(`${text}\n`);
    } else {
      output.item(item, text);
    }
  }
}

/** What a status says of what is owned. */
export function ownedBy({ name, owner, shards }: RelayInstanceStatus): OwnsItem {
  const owned = shards.filter(({ role }) => role === "owner" || role === "handing-over");
  const standby = shards.filter(({ role }) => role === "standby");
  const sumOf = (count: "pairs" | "live", of: readonly ShardStatus[]): number =>
    of.reduce((sum, shard) => sum + shard[count], 0);
  return {
    event: "owns",
    atMs: Date.now(),
    name,
    owner,
    shards: owned.map(({ shard }) => shard),
    pairs: sumOf("pairs", owned),
    live: sumOf("live", owned),
    standby: standby.length,
    standbyPairs: sumOf("pairs", standby),
    warm: sumOf("live", standby),
  };
}

function ownedWords({ name, shards, pairs, live, standby, standbyPairs, warm }: OwnsItem): string {
  const owns =
    shards.length === 0
      ? "owns nothing"
      : `owns ${counted(shards.length, "shard")} with ${counted(pairs, "pair")}, live ${live}/${pairs}`;
  const standsBy = standby === 0 ? "" : `, and stands by for ${standby}, warm ${warm}/${standbyPairs}`;
  return `${name} ${owns}${standsBy}${shards.length === 0 ? "" : `: ${shards.join(" ")}`}`;
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}
