import { shardOf } from "../plan/shard-plan.js";
import type { Beat, BeatRow } from "../wire/beat.js";
import { pairOfRow } from "../wire/bus-channel.js";

/** Where the row of each name stands, and whose list that is. */
interface NamedList {
  readonly term: number;
  readonly list: number;
  readonly places: ReadonlyMap<string, number>;
}

/** An owner and the one before it are heard side by side for a while. */
const listsKept = 2;

/** The names of the rows in one shard's beats: they stand in some beats, and count for all under the same term and list. */
export class RowNames {
  readonly #shard: string;
  /** One for each term, the newest term last. */
  #lists: readonly NamedList[] = [];

  constructor(shard: string) {
    this.#shard = shard;
  }

  /** Number of the list that was read last under a term; 0 before the first. */
  listOf(term: number): number {
    return this.#lists.find((one) => one.term === term)?.list ?? 0;
  }

  /** Takes the names of a beat over, once for each list. Returns false where one is of a pair of another shard. */
  read({ term, list, pairs }: Beat): boolean {
    const known = this.#lists.find((one) => one.term === term);
    if (pairs === undefined || (known?.list === list && known.places.size === pairs.length)) {
      return true;
    }
    if (pairs.some((name) => shardOf(pairOfRow(name)) !== this.#shard)) {
      return false;
    }
    const places = new Map(pairs.map((name, place) => [name, place]));
    const others = this.#lists.filter((one) => one.term !== term);
    const lists = [...others, { term, list, places }].toSorted((one, other) => one.term - other.term);
    this.#lists = lists.slice(-listsKept);
    return true;
  }

  /** What gives the row of a name in this beat; undefined where nobody can read its rows. */
  rowsOf({ term, list, rows }: Beat): ((name: string) => BeatRow | undefined) | undefined {
    const known = this.#lists.find((one) => one.term === term);
    if (known?.list !== list || known.places.size !== rows.length) {
      return undefined;
    }
    return (name) => rows[known.places.get(name) ?? rows.length];
  }
}
