import type { HolderNote } from "./holder-messages.js";

/** Who acted for a lease under one term, and when. */
interface Reign {
  readonly name: string;
  readonly term: number;
  fromMs: number;
  untilMs: number;
}

/** What all holders did, by the machine's one clock. */
export class HolderRecord {
  readonly #reigns = new Map<string, Reign[]>();
  readonly #wins = new Map<string, { readonly name: string; readonly term: number }[]>();
  readonly #failures: string[] = [];

  /** Takes one note of a holder. */
  take(name: string, note: HolderNote): void {
    switch (note.note) {
      case "won":
        listOf(this.#wins, note.lease).push({ name, term: note.term });
        break;
      case "acted":
        this.#act(name, note);
        break;
      case "failed":
        this.#failures.push(`${name}: ${note.what}`);
        break;
      case "ready":
        break;
    }
  }

  /** Terms that somebody else won than the one before. */
  get takeovers(): number {
    return sum(this.#wins.values(), (wins) => {
      const inOrder = [...wins].sort((one, other) => one.term - other.term);
      return inOrder.filter(({ name }, index) => index > 0 && inOrder[index - 1]?.name !== name).length;
    });
  }

  /** How long two acted for one lease, summed up; a moment counts as a millisecond. */
  get twoAtOnceMs(): number {
    return sum(this.#reigns.values(), (reigns) => {
      const inOrder = [...reigns].sort((one, other) => one.fromMs - other.fromMs);
      let togetherMs = 0;
      let latestMs = Number.NEGATIVE_INFINITY;
      for (const { fromMs, untilMs } of inOrder) {
        togetherMs += fromMs <= latestMs ? Math.max(1, Math.ceil(Math.min(latestMs, untilMs) - fromMs)) : 0;
        latestMs = Math.max(latestMs, untilMs);
      }
      return togetherMs;
    });
  }

  /** Terms that two won, and what failed that must not. */
  get failures(): readonly string[] {
    const twice = [...this.#wins].flatMap(([lease, wins]) => {
      const shared = wins.length - new Set(wins.map(({ term }) => term)).size;
      return shared > 0 ? [`${lease}: ${shared} terms were won twice`] : [];
    });
    return [...twice, ...this.#failures];
  }

  /** Whether somebody acted for the lease since then. */
  isHeldSince(lease: string, sinceMs: number): boolean {
    return listOf(this.#reigns, lease).some(({ untilMs }) => untilMs >= sinceMs);
  }

  /** Who won the most leases last; undefined before the first. */
  get busiest(): string | undefined {
    const held = new Map<string, number>();
    for (const wins of this.#wins.values()) {
      const { name } = wins.reduce((newest, win) => (win.term > newest.term ? win : newest));
      held.set(name, (held.get(name) ?? 0) + 1);
    }
    return [...held].sort(([, one], [, other]) => other - one)[0]?.[0];
  }

  #act(name: string, { lease, term, fromMs, untilMs }: Extract<HolderNote, { readonly note: "acted" }>): void {
    const reigns = listOf(this.#reigns, lease);
    const same = reigns.find((reign) => reign.term === term && reign.name === name);
    if (same === undefined) {
      reigns.push({ name, term, fromMs, untilMs });
    } else {
      same.fromMs = Math.min(same.fromMs, fromMs);
      same.untilMs = Math.max(same.untilMs, untilMs);
    }
  }
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function sum<Item>(items: Iterable<Item>, pick: (item: Item) => number): number {
  let total = 0;
  for (const item of items) {
    total += pick(item);
  }
  return total;
}
