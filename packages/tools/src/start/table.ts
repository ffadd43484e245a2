import {
  type Column,
  count,
  flow,
  type Line,
  layOut,
  megabytes,
  milliseconds,
  type ScreenSize,
  seconds,
} from "@depthwire/cli/internal";
import type { BookRow, LiveState } from "./live-state.js";

/** A terminal that is lower shows books instead of the dashboard's address. */
const leastRowsForPage = 16;

const absent = "-";
const green = "32";
const yellow = "33";
const red = "31";
const styleOfStatus: Readonly<Record<BookRow["status"], string>> = {
  live: green,
  syncing: yellow,
  gapped: red,
  stale: red,
  crossed: red,
};

const columns: readonly Column<BookRow>[] = [
  { heading: "pair", align: "left", rank: 0, cell: (row) => row.pair },
  {
    heading: "status",
    align: "left",
    rank: 1,
    cell: (row) => row.status,
    style: (row) => styleOfStatus[row.status],
  },
  { heading: "bid", align: "right", rank: 2, cell: (row) => row.bid ?? absent },
  { heading: "ask", align: "right", rank: 3, cell: (row) => row.ask ?? absent },
  { heading: "spread", align: "right", rank: 5, cell: (row) => row.spread ?? absent },
  { heading: "seq", align: "right", rank: 6, cell: (row) => row.seq?.toString() ?? absent },
  { heading: "messages/s", align: "right", rank: 4, cell: (row) => row.updatesPerSecond.toFixed(1) },
  { heading: "lag", align: "right", rank: 7, cell: (row) => milliseconds(row.lagMs) },
  { heading: "reason", align: "left", rank: 8, cell: (row) => row.reason ?? "" },
];

/**
 * The live table as lines that fit `size`: none is wider, and there are never more of them.
 * A narrow terminal loses columns, a low one rows, and the line below the table says how many.
 */
export function renderTable(state: LiveState, size: ScreenSize): Line[] {
  const head = [
    ...flow(titleParts(state), size.columns),
    ...portNotice(state, size),
    ...pageLine(state, size),
    ...flow(totalParts(state), size.columns),
    [],
  ];
  const headingRows = 1;
  const room = size.rows - head.length - headingRows;
  const roomy = state.rows.length + foot(state, 0, size).length <= room;
  const rows = roomy
    ? state.rows
    : mostTroubled(state.rows, Math.max(1, room - foot(state, state.rows.length, size).length));
  const lines = [
    ...head,
    ...layOut(columns, rows, size.columns),
    ...foot(state, state.rows.length - rows.length, size),
  ];
  return lines.slice(0, Math.max(0, size.rows));
}

function foot({ credentialFile }: LiveState, hiddenRows: number, size: ScreenSize): Line[] {
  const hidden = hiddenRows > 0 ? [`... ${hiddenRows} more pairs`] : [];
  return flow([...hidden, "Ctrl-C ends", `key in ${credentialFile}`, "README: ten lines to try"], size.columns);
}

/** Troubled books come first where not all fit: they are what a person must see. */
function mostTroubled(rows: readonly BookRow[], max: number): readonly BookRow[] {
  const troubled = rows.filter((row) => row.status !== "live");
  const live = rows.filter((row) => row.status === "live");
  return [...troubled, ...live].slice(0, max);
}

function titleParts(state: LiveState): string[] {
  const threads = state.shards === 0 ? "no threads" : `${state.shards} threads`;
  return ["Depthwire", `REST ${state.restUrl}`, `push ${state.pushUrl}`, `profile ${state.profile}`, threads];
}

/** On a line of its own: an address that is broken in two opens nothing. Where it does not fit it is left to the words before the table. */
function pageLine({ pageUrl }: LiveState, { columns, rows }: ScreenSize): Line[] {
  const text = [`dashboard ${pageUrl}`, pageUrl].find(({ length }) => length <= columns);
  return text !== undefined && rows >= leastRowsForPage ? [[{ text }]] : [];
}

/** Guides and snippets name the usual port: who reads them must know that this is another one. The table hides what was said before it. */
function portNotice({ restUrl, pageUrl, missedPort, missedPagePort }: LiveState, size: ScreenSize): Line[] {
  const notices = [
    ...portParts(restUrl, missedPort, "the README says"),
    ...portParts(pageUrl, missedPagePort, "the accelerator's guides say"),
  ];
  return flow(notices, size.columns).map((line) => line.map((segment) => ({ ...segment, style: yellow })));
}

function portParts(url: string, missed: number | undefined, whoSays: string): string[] {
  const { port } = new URL(url);
  return missed === undefined
    ? []
    : [`Port ${missed} is taken, this is ${port}`, `write ${port} where ${whoSays} ${missed}`];
}

/** The figures for all books together; the same words stand in the display without a terminal. */
export function totalParts(state: LiveState): string[] {
  const live = state.rows.filter((row) => row.status === "live").length;
  return [
    `live ${live}/${state.rows.length}`,
    `${count(state.messagesPerSecond)} messages/s`,
    `${megabytes(state.inflatedBytesPerSecond)} MB/s inflated`,
    `lag ${milliseconds(state.lagMs)}`,
    `compared ${count(state.compared)}`,
    `divergent ${count(state.divergent)}`,
    `missed ${count(state.missed)}`,
    state.liveForMs === undefined ? "waiting for all books" : seconds(state.liveForMs),
  ];
}
