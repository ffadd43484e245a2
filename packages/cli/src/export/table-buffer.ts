import { type Column, DecimalColumn, type DecimalForm, FlagColumn, TextColumn, TimeColumn } from "./columns.js";
import { type AllNeeds, type DecimalForms, FormSurvey } from "./decimal-forms.js";

/** Takes the decimals of a column. */
export interface DecimalSink {
  /** @param scaled a whole number below 2^53; the value is `scaled` × 10^-scale */
  set(row: number, scaled: number, scale: number): void;
  setExact(row: number, scaled: bigint, scale: number): void;
  setAbsent(row: number): void;
}

/** Rows that are being filled. */
export interface Rows {
  text(name: string): Pick<TextColumn, "fill">;
  flag(name: string): Pick<FlagColumn, "fill">;
  time(name: string): Pick<TimeColumn, "fill">;
  /** @param form columns of one form have one scale: `price` */
  decimal(name: string, form: string): DecimalSink;
  /** The first of `count` new rows, which all stand together. */
  begin(count: number): number;
}

/** Gets rows that are full, or the last ones. The columns are written again afterwards. */
export type WriteRows = (columns: readonly Column[], rows: number) => void;

/** Values that are held at once: a table with more columns has fewer rows. */
const maxValues = 1_000_000;
/** A message of a book has a row a level, which stand together: there must be room for the longest. Wide tables have a row a message. */
const minRows = 8_192;
const minRowsOfWide = 256;
const wideColumns = 32;
const maxRows = 100_000;

/** How many rows of a table are held, and written together. */
export function rowsHeld(columns: number): number {
  const least = columns > wideColumns ? minRowsOfWide : minRows;
  return Math.min(maxRows, Math.max(least, Math.floor(maxValues / columns)));
}

const unknownForm: DecimalForm = { scale: 0, width: "narrow" };

/** Rows of a table on their way to a file. */
export class TableBuffer implements Rows {
  readonly columns: Column[] = [];
  readonly #name: string;
  readonly #capacity: number;
  readonly #forms: DecimalForms;
  readonly #write: WriteRows;
  #rows = 0;

  /** @param capacity rows that are held; see {@link rowsHeld} */
  constructor(name: string, capacity: number, forms: DecimalForms, write: WriteRows) {
    this.#name = name;
    this.#capacity = capacity;
    this.#forms = forms;
    this.#write = write;
  }

  text(name: string): TextColumn {
    return this.#add(new TextColumn(name));
  }

  flag(name: string): FlagColumn {
    return this.#add(new FlagColumn(name));
  }

  time(name: string): TimeColumn {
    return this.#add(new TimeColumn(name, this.#capacity));
  }

  decimal(name: string, form: string): DecimalColumn {
    const formName = `${this.#name}.${form}`;
    return this.#add(new DecimalColumn(name, formName, this.#forms[formName] ?? unknownForm, this.#capacity));
  }

  begin(count: number): number {
    if (this.#rows + count > this.#capacity) {
      this.flush();
    }
    const first = this.#rows;
    this.#rows += count;
    return first;
  }

  /** Hands on what is there. */
  flush(): void {
    if (this.#rows > 0) {
      this.#write(this.columns, this.#rows);
      this.#rows = 0;
      for (const column of this.columns) {
        column.restart();
      }
    }
  }

  #add<Added extends Column>(column: Added): Added {
    this.columns.push(column);
    return column;
  }
}

/** Keeps no row: it learns what forms the numbers of a table need. */
export class TableSurvey implements Rows {
  readonly #name: string;
  readonly #forms = new Map<string, FormSurvey>();

  constructor(name: string) {
    this.#name = name;
  }

  get needs(): AllNeeds {
    return Object.fromEntries([...this.#forms].map(([name, survey]) => [name, survey.needs]));
  }

  text(): ReturnType<Rows["text"]> {
    return { fill: () => {} };
  }

  flag(): ReturnType<Rows["flag"]> {
    return { fill: () => {} };
  }

  time(): ReturnType<Rows["time"]> {
    return { fill: () => {} };
  }

  decimal(_name: string, form: string): FormSurvey {
    const formName = `${this.#name}.${form}`;
    const survey = this.#forms.get(formName) ?? new FormSurvey();
    this.#forms.set(formName, survey);
    return survey;
  }

  begin(): number {
    return 0;
  }
}
