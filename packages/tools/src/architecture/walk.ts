/** One stop of a walk on the page of the architecture. */
export interface Stop {
  readonly number: number;
  /** What its file declares. */
  readonly name: string;
  /** From the workspace's root. */
  readonly file: string;
  /** How the walk comes there, as the page says it. */
  readonly reachedBy: string;
}

/** A section of the page with stops. */
export interface Walk {
  readonly title: string;
  readonly stops: readonly Stop[];
}

const stopRow = /^\| (\d+) \| \[`(\w+)`\]\(\.\.\/([\w./-]+)\) \| [^|]+ \| ([^|]+) \|$/;

/**
 * The walks of the page, in its order.
 *
 * @throws Error for a row that is not written as the others are
 */
export function readWalks(page: string): Walk[] {
  const sections = page.split(/^## /m).slice(1);
  const walks = sections.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return { title, stops: lines.filter((line) => /^\| \d/.test(line)).map(readStop) };
  });
  return walks.filter(({ stops }) => stops.length > 0);
}

function readStop(row: string): Stop {
  const [, number, name, file, reachedBy] = stopRow.exec(row) ?? [];
  if (name === undefined || file === undefined || reachedBy === undefined) {
    throw new Error(`not a stop: ${row}`);
  }
  return { number: Number(number), name, file, reachedBy };
}

/** The floor of each package, as the picture shows them: `floor 2  core      codecs, no state`. */
export function readFloors(page: string): Map<string, number> {
  const rows = [...page.matchAll(/^floor (\d) {2}([a-z0-9, ]+?) {2,}/gm)];
  return new Map(rows.flatMap(([, floor, names = ""]) => names.split(", ").map((name) => [name, Number(floor)])));
}

/** Reads a file of the workspace; undefined where there is none. */
export type ReadFile = (file: string) => string | undefined;

/** What a stop says that is not so; undefined when all of it is. */
export function faultOfStop(stop: Stop, stops: readonly Stop[], read: ReadFile): string | undefined {
  const { number, name, file } = stop;
  const text = read(file);
  if (text === undefined) {
    return `stop ${number}: there is no ${file}`;
  }
  if (!declares(text, name)) {
    return `stop ${number}: ${file} declares no ${name}`;
  }
  const fault = faultOfWay(stop, text, stops, read);
  return fault && `stop ${number}: ${fault}`;
}

/** Exported or not: `follow` is called by its own file alone. */
function declares(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function|class|const) ${name}\\b`).test(text);
}

function faultOfWay(
  { file, name, reachedBy }: Stop,
  text: string,
  stops: readonly Stop[],
  read: ReadFile,
): string | undefined {
  if (reachedBy === "the wire" || reachedBy === "your call") {
    return undefined;
  }
  const [, from] = /^call from (\d+)$/.exec(reachedBy) ?? [];
  if (from !== undefined) {
    const caller = stops.find(({ number }) => number === Number(from));
    if (caller === undefined) {
      return `there is no stop ${from}`;
    }
    return imports(read(caller.file) ?? "", name) ? undefined : `${caller.file} does not import ${name}`;
  }
  const [, kind, word = ""] = /^(port )?`(\w+)`$/.exec(reachedBy) ?? [];
  if (word === "") {
    return `nobody gets there by ${reachedBy}`;
  }
  if (!names(text, word)) {
    return `${file} does not name ${word}`;
  }
  const isNamedElsewhere = stops.some((other) => other.file !== file && names(read(other.file) ?? "", word));
  return kind !== undefined || isNamedElsewhere ? undefined : `no other stop names ${word}`;
}

function names(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}

/** Whether the text imports the name, as a value or as a type. */
function imports(text: string, name: string): boolean {
  const clauses = text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm);
  return [...clauses].some(([, clause = ""]) => names(clause, name));
}
