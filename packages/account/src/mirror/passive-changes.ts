import { trimDecimal } from "@depthwire/core/internal";
import type { Pair, PositionChange, PositionChangeId, PositionChangeType } from "@depthwire/schema";
import type { Origin, PassiveChange } from "./account-event.js";
import { passiveChangeOf } from "./account-records.js";
import { ensure } from "./ensure.js";
import { magnitude } from "./exact-sum.js";
import { IdAgreement, OnceLedger } from "./once-ledger.js";

/** Changes that the owner did not ask for. The others show as fills. */
const passiveTypes: ReadonlySet<PositionChangeType> = new Set(["lighten", "liquidate", "auto-deleverage"]);

/** The passive changes of positions: each is delivered once, whether it was pushed or asked for. */
export class PassiveChanges {
  readonly #agreement = new IdAgreement();
  readonly #ledgers = new Map<Pair, OnceLedger>();
  /** What an answer showed before the mirror began: never delivered. */
  readonly #before = new Set<PositionChangeId>();

  /** Takes one change; returns whether it is to be delivered now. */
  admit(origin: Origin, change: PassiveChange): boolean {
    return this.#ledgerOf(change.pair).admit(origin, change.positionChangeId, signatureOf(change));
  }

  /** Whether an answer's record was dealt with before. */
  isKnown(record: PositionChange): boolean {
    return this.#before.has(record.positionChangeId) || !passiveTypes.has(record.type);
  }

  /** What happened before the mirror began. */
  get before(): readonly PositionChangeId[] {
    return [...this.#before];
  }

  /** Remembers what happened before the mirror began. */
  ignore(ids: Iterable<PositionChangeId>): void {
    for (const id of ids) {
      this.#before.add(id);
    }
  }

  /** Takes an answer about one pair; returns what is to be delivered now, in the answer's order. */
  answer(pair: Pair, records: readonly PositionChange[]): readonly PassiveChange[] {
    const changes = records.filter((record) => !this.isKnown(record)).map(passiveChangeOf);
    this.#ledgerOf(pair).observeAnswer(changes.map((change) => change.positionChangeId));
    return changes.filter((change) => this.admit("query", change));
  }

  #ledgerOf(pair: Pair): OnceLedger {
    return ensure(this.#ledgers, pair, () => new OnceLedger(this.#agreement));
  }
}

function signatureOf(change: PassiveChange): string {
  const { side, type, price, quantityChange, createdAtMs } = change;
  return `${side} ${type} ${trimDecimal(price)} ${trimDecimal(magnitude(quantityChange))} ${createdAtMs}`;
}
