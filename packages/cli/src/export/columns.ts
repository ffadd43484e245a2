/** Rows of a table, column by column, in memory that is used again. */

/**
 * Values that are mostly the same for all rows, such as the exchange's name: while they are, none is stored.
 */
class UniformValues<Value> {
  /** What all rows have so far; undefined: they differ, or there is none. */
  #uniform: Value | undefined;
  #state: "empty" | "uniform" | "stored" = "empty";
  readonly #values: Value[] = [];

  /** Sets rows `[from, end)`; rows are set in order. */
  fill(value: Value, from: number, end: number): void {
    if (this.#state === "uniform" && value === this.#uniform) {
      return;
    }
    this.#store(value, from, end);
  }

  /** The value of a row that was set. */
  at(row: number): Value {
    return this.#state === "uniform" ? (this.#uniform as Value) : (this.#values[row] as Value);
  }

  /** Rows `[0, rows)`, as an array of one's own. */
  taken(rows: number): Value[] {
    if (this.#state === "uniform") {
      this.#set(this.#uniform as Value, 0, rows);
    }
    return this.#values.slice(0, rows);
  }

  /** The rows are written again from the first on. */
  restart(): void {
    this.#state = "empty";
  }

  #store(value: Value, from: number, end: number): void {
    if (this.#state === "empty" && from === 0) {
      this.#state = "uniform";
      this.#uniform = value;
      return;
    }
    if (this.#state === "uniform") {
      this.#state = "stored";
      this.#set(this.#uniform as Value, 0, from);
    }
    this.#set(value, from, end);
  }

  #set(value: Value, from: number, end: number): void {
    const values = this.#values;
    for (let row = from; row < end; row++) {
      values[row] = value;
    }
  }
}

/** A text in each row. */
export class TextColumn extends UniformValues<string> {
  readonly kind = "text";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** True or false in each row. */
export class FlagColumn extends UniformValues<boolean> {
  readonly kind = "flag";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

const wordSize = 2 ** 32;

/** Epoch microseconds in each row. */
export class TimeColumn {
  readonly kind = "time";
  readonly name: string;
  readonly values: BigInt64Array<ArrayBuffer>;
  readonly #words: Int32Array;

  constructor(name: string, capacity: number) {
    this.name = name;
    this.values = new BigInt64Array(capacity);
    this.#words = new Int32Array(this.values.buffer);
  }

  /** Sets rows `[from, end)`. @param us a whole number below 2^53 */
  fill(us: number, from: number, end: number): void {
    const words = this.#words;
    const high = Math.floor(us / wordSize);
    const low = us - high * wordSize;
    for (let at = 2 * from; at < 2 * end; at += 2) {
      words[at] = low;
      words[at + 1] = high;
    }
  }

  /** The rows are written again from the first on. */
  restart(): void {}
}

/** How the numbers of a column are held: as whole numbers × 10^-scale. */
export interface DecimalForm {
  readonly scale: number;
  /** `narrow`: up to 18 digits, in 64 bits; `wide`: up to 38. */
  readonly width: "narrow" | "wide";
}

/** A number does not fit the form of its column. */
export class FormMiss extends Error {
  readonly form: string;

  /** @param form the form's name */
  constructor(form: string) {
    super(`a number does not fit the form ${form}`);
    this.name = "FormMiss";
    this.form = form;
  }
}

/** Most digits of a narrow number: what DECIMAL(18) holds. */
export const narrowDigits = 18;
/** Most digits of a wide one. */
export const wideDigits = 38;

const narrowEnd = 10n ** BigInt(narrowDigits);
const wideEnd = 10n ** BigInt(wideDigits);
const maxExact = Number.MAX_SAFE_INTEGER;

/** A decimal in each row, or nothing. */
export class DecimalColumn {
  readonly kind = "decimal";
  readonly name: string;
  /** Name of its form: columns of one kind of number share one. */
  readonly formName: string;
  readonly form: DecimalForm;
  /** Holds the numbers of a narrow column. */
  readonly narrow: BigInt64Array<ArrayBuffer>;
  /** Holds those of a wide one. */
  readonly wide: bigint[] = [];
  /** 1 where a row has no number. */
  readonly absent: Uint8Array;
  /** Rows without a number since the last {@link DecimalColumn.restart}. */
  absentCount = 0;
  readonly #words: Int32Array;
  readonly #factors: readonly number[];

  constructor(name: string, formName: string, form: DecimalForm, capacity: number) {
    this.name = name;
    this.formName = formName;
    this.form = form;
    this.narrow = new BigInt64Array(form.width === "narrow" ? capacity : 0);
    this.absent = new Uint8Array(capacity);
    this.#words = new Int32Array(this.narrow.buffer);
    this.#factors = Array.from({ length: form.scale + 1 }, (_, power) => Number(`1e${power}`));
  }

  /** The rows are written again from the first on. */
  restart(): void {
    if (this.absentCount > 0) {
      this.absent.fill(0);
      this.absentCount = 0;
    }
  }

  /**
   * Sets a row to `scaled` × 10^-scale.
   *
   * @param scaled a whole number below 2^53
   * @throws FormMiss
   */
  set(row: number, scaled: number, scale: number): void {
    const more = this.form.scale - scale;
    const value = more === 0 ? scaled : scaled * (this.#factors[more] ?? Number.NaN);
    if (this.form.width === "narrow" && value <= maxExact && value >= -maxExact) {
      setWords(this.#words, row, value, Math.floor(value / wordSize));
    } else {
      this.setExact(row, BigInt(scaled), scale);
    }
  }

  /** {@link DecimalColumn.set} for numbers of any size. @throws FormMiss */
  setExact(row: number, scaled: bigint, scale: number): void {
    const value = rescaled(scaled, scale, this.form.scale);
    const size = value === undefined || value >= 0n ? value : -value;
    if (value === undefined || size === undefined || size >= (this.form.width === "narrow" ? narrowEnd : wideEnd)) {
      throw new FormMiss(this.formName);
    }
    if (this.form.width === "narrow") {
      this.narrow[row] = value;
    } else {
      this.wide[row] = value;
    }
  }

  /** The row has no number. */
  setAbsent(row: number): void {
    this.absent[row] = 1;
    this.absentCount++;
    if (this.form.width === "wide") {
      this.wide[row] = 0n;
    }
  }

  /** The number of a row; undefined where it has none. */
  at(row: number): bigint | undefined {
    if (this.absent[row] === 1) {
      return undefined;
    }
    return this.form.width === "narrow" ? this.narrow[row] : this.wide[row];
  }
}

/** Any column. */
export type Column = TextColumn | FlagColumn | TimeColumn | DecimalColumn;

/** Undefined when the number is finer than `to`. */
function rescaled(value: bigint, from: number, to: number): bigint | undefined {
  if (to >= from) {
    return value * 10n ** BigInt(to - from);
  }
  const divisor = 10n ** BigInt(from - to);
  return value % divisor === 0n ? value / divisor : undefined;
}

/** In two halves: a number is a hundred times faster to store than the bigint that it would become. */
function setWords(words: Int32Array, row: number, value: number, high: number): void {
  words[2 * row] = value - high * wordSize;
  words[2 * row + 1] = high;
}
