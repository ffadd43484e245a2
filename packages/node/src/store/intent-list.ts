import type { UnknownOutcome } from "@depthwire/core";
import type { HaltOrder, Remembered, RememberedIntent } from "@depthwire/rest";
import type { IntentEnd } from "@depthwire/rest/internal";
import { fields, number, text } from "./record-form.js";

/** How an intent ended, as far as is known. */
type KnownEnd = NonNullable<RememberedIntent["end"]>;

/** A call was about to be sent. In a summary it may have ended since. */
interface IntentBegun {
  readonly n: number;
  readonly intent: UnknownOutcome;
  readonly end?: KnownEnd;
}

/** One event, as the file has it. Intents are numbered, because not all have a client id. */
export type IntentRecord =
  | IntentBegun
  | { readonly n: number; readonly end: KnownEnd | "not-sent" }
  | { readonly halt: HaltOrder | null };

const ends: ReadonlySet<unknown> = new Set(["answered", "refused", "not-sent", "unknown", "finished"]);
const hasEnd = (value: unknown): boolean => ends.has(value);
const hasIntent = fields({ n: number, intent: fields({ operation: text, signedAtMs: number }) });
const hasHalt = fields({ halt: fields({ reason: text, sinceMs: number, scope: text, plans: text }) });

/** Whether an object of a file is a record: whoever reads it relies on these fields. */
export function isIntentRecord(found: object): found is IntentRecord {
  if ("halt" in found) {
    return found.halt === null || hasHalt(found);
  }
  return "intent" in found
    ? hasIntent(found) && (!("end" in found) || hasEnd(found.end))
    : fields({ n: number, end: hasEnd })(found);
}

/** How many intents are remembered that have become of little use. */
export interface IntentListLimits {
  /** Orders of which nothing can come: their ids are not used again. */
  readonly keptFinished: number;
  /** Orders that were answered, and of whose end nobody told. */
  readonly keptAnswered: number;
}

interface Entry {
  readonly n: number;
  readonly key: string;
  readonly intent: UnknownOutcome;
  end: KnownEnd | undefined;
}

/** What a file of intents says: a fold over its records. */
export class IntentList {
  readonly #limits: IntentListLimits;
  readonly #entries = new Map<number, Entry>();
  /** Open ones last: of calls without an id several may be alike. */
  readonly #byKey = new Map<string, Set<Entry>>();
  readonly #counts = { answered: 0, finished: 0 };
  #halt: HaltOrder | undefined;
  #last = 0;

  constructor(limits: IntentListLimits) {
    this.#limits = limits;
  }

  /** The number of the next intent. */
  get nextNumber(): number {
    return this.#last + 1;
  }

  /** Takes in one record. */
  apply(record: IntentRecord): void {
    if ("halt" in record) {
      this.#halt = record.halt ?? undefined;
    } else if ("intent" in record) {
      this.#begin(record);
    } else {
      this.#end(record.n, record.end);
    }
  }

  /** The record that says how an intent ended; undefined where it is not known or nothing changes. */
  endOf(intent: UnknownOutcome, end: IntentEnd | "finished"): IntentRecord | undefined {
    const entry = [...(this.#byKey.get(keyOf(intent)) ?? [])].at(-1);
    if (entry === undefined || entry.end === end || entry.end === "finished") {
      return undefined;
    }
    const { n } = entry;
    if (intent.clientOrderId === undefined) {
      // Nothing of such a call can be open.
      return end === "unknown" ? { n, end } : { n, end: "not-sent" };
    }
    return { n, end: end === "refused" ? "finished" : end };
  }

  remembered(): Remembered {
    const intents = [...this.#entries.values()].map(({ intent, end }) => ({ intent, end }));
    return { intents, halt: this.#halt };
  }

  /** Records that say the same. */
  *summary(): Generator<IntentRecord> {
    for (const { n, intent, end } of this.#entries.values()) {
      yield end === undefined ? { n, intent } : { n, intent, end };
    }
    if (this.#halt !== undefined) {
      yield { halt: this.#halt };
    }
  }

  #begin({ n, intent, end }: IntentBegun): void {
    const key = keyOf(intent);
    const alike = this.#byKey.get(key) ?? new Set();
    if (intent.clientOrderId !== undefined) {
      for (const before of alike) {
        this.#drop(before);
      }
    }
    const entry: Entry = { n, key, intent, end: undefined };
    this.#byKey.set(key, alike.add(entry));
    this.#entries.set(n, entry);
    this.#last = Math.max(this.#last, n);
    if (end !== undefined) {
      this.#end(n, end);
    }
  }

  #end(n: number, end: KnownEnd | "not-sent"): void {
    const entry = this.#entries.get(n);
    if (entry === undefined) {
      return;
    }
    if (end === "not-sent") {
      this.#drop(entry);
      return;
    }
    this.#count(entry, -1);
    entry.end = end;
    this.#count(entry, 1);
    this.#forget();
  }

  #drop(entry: Entry): void {
    this.#count(entry, -1);
    this.#entries.delete(entry.n);
    const alike = this.#byKey.get(entry.key);
    alike?.delete(entry);
    if (alike?.size === 0) {
      this.#byKey.delete(entry.key);
    }
  }

  #count({ end }: Entry, by: 1 | -1): void {
    if (end === "answered" || end === "finished") {
      this.#counts[end] += by;
    }
  }

  /** The oldest go, many at once: looking for them walks over everything. */
  #forget(): void {
    for (const [end, kept] of [
      ["finished", this.#limits.keptFinished],
      ["answered", this.#limits.keptAnswered],
    ] as const) {
      if (this.#counts[end] > kept * forgetBeyond) {
        const oldest = [...this.#entries.values()].filter((entry) => entry.end === end);
        for (const entry of oldest.slice(0, oldest.length - kept)) {
          this.#drop(entry);
        }
      }
    }
  }
}

const forgetBeyond = 1.1;

/** Calls with a client id are distinguished by it, others by everything known of them. */
function keyOf(intent: UnknownOutcome): string {
  const { clientOrderId } = intent;
  const fields = Object.entries(intent).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return clientOrderId === undefined ? `call ${JSON.stringify(fields)}` : `id ${clientOrderId}`;
}
