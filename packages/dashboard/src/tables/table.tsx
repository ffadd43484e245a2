import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type ChosenRow, chosenKey, shownRows } from "../keys/overlays.js";
import { compareDecimal, isDecimal } from "../numbers/exact.js";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** `figure`: on the right, and sorted by value. */
  readonly kind: "text" | "figure";
  /** The exact text: it is searched, sorted by, and shown where {@link Column.show} does not say otherwise. */
  readonly text: (row: Row) => string;
  readonly show?: (row: Row) => ComponentChildren;
  /** What hovering shows. */
  readonly exact?: (row: Row) => string;
}

/** A table of rows that are all of one height; only those that can be seen are on the page. */
export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly search: Signal<string>;
  /** Says what would be here, and how to get it. */
  readonly nothing: string;
  readonly cancel?: ((row: Row) => void) | undefined;
  readonly action?: string;
  /** Rows that were asked to go, and are not gone. */
  readonly isAsked?: (row: Row) => boolean;
}

/** Below so many pixels a page is used by fingers. */
const fingersBelow = 900;

/** How high a row is, in pixels: as the styles have it. */
function rowHeightNow(): number {
  return innerWidth < fingersBelow ? 36 : 24;
}

const beyond = 8;

interface Sorting {
  readonly column: number;
  readonly falls: boolean;
}

function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, falls }: Sorting,
): readonly Row[] {
  const by = columns[column];
  if (by === undefined) {
    return rows;
  }
  const compare = (a: Row, b: Row): number => {
    const [left, right] = [by.text(a), by.text(b)];
    return by.kind === "figure" && isDecimal(left) && isDecimal(right)
      ? compareDecimal(left, right)
      : left.localeCompare(right);
  };
  const sorted = rows.toSorted(compare);
  return falls ? sorted.reverse() : sorted;
}

function filteredRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], text: string): readonly Row[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    return rows;
  }
  return rows.filter((row) => {
    const all = columns
      .map((column) => column.text(row))
      .join(" ")
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

function Heading<Row>({
  column,
  at,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly at: number;
  readonly sorting: Signal<Sorting>;
}): JSX.Element {
  const { column: by, falls } = sorting.value;
  const isBy = by === at;
  return (
    <th
      scope="col"
      class={column.kind === "figure" ? "figure" : ""}
      aria-sort={isBy ? (falls ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        onClick={() => {
          sorting.value = isBy && falls ? { column: -1, falls: false } : { column: at, falls: isBy };
        }}
      >
        {column.title}
        {isBy ? (falls ? " ▾" : " ▴") : ""}
      </button>
    </th>
  );
}

function Cells<Row>({ row, props }: { readonly row: Row; readonly props: TableProps<Row> }): JSX.Element {
  const { columns, cancel, action = "cancel", isAsked } = props;
  const isGoing = isAsked?.(row) === true;
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.title}
          class={column.kind === "figure" ? "figure" : ""}
          title={(column.exact ?? column.text)(row)}
        >
          {column.show?.(row) ?? column.text(row)}
        </td>
      ))}
      <td class="grow">
        {cancel === undefined ? undefined : (
          <button type="button" class="plain" disabled={isGoing} onClick={() => cancel(row)}>
            {isGoing ? `${action} asked for` : action}
          </button>
        )}
      </td>
    </>
  );
}

/** What of a long list can be seen. */
interface Sight {
  readonly scroll: RefObject<HTMLElement | null>;
  readonly top: Signal<number>;
  readonly height: Signal<number>;
}

/** Follows what can be seen, and brings the chosen row into sight. */
function useSight(chosenAt: number): Sight {
  const top = useSignal(0);
  const height = useSignal(400);
  const scroll = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = scroll.current;
    if (element === null) {
      return undefined;
    }
    const sizes = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    const element = scroll.current;
    const rowHeight = rowHeightNow();
    const place = chosenAt * rowHeight;
    if (chosenAt < 0 || element === null) {
      return;
    }
    if (place < element.scrollTop || place + 2 * rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = Math.max(0, place - element.clientHeight / 2);
    }
  }, [chosenAt]);
  return { scroll, top, height };
}

/** Rows that are not on the page take their room all the same. */
function Space({ rows, columns }: { readonly rows: number; readonly columns: number }): JSX.Element {
  return (
    <tr class="space">
      <td colSpan={columns} style={{ height: `${rows * rowHeightNow()}px` }} />
    </tr>
  );
}

function Row<Row>({ row, props }: { readonly row: Row; readonly props: TableProps<Row> }): JSX.Element {
  const key = props.keyOf(row);
  const isChosen = key === chosenKey.value;
  const asked = props.isAsked?.(row) === true ? "asked" : "";
  const choose = (): void => {
    chosenKey.value = key;
  };
  return (
    <tr class={`row ${isChosen ? "chosen" : ""} ${asked}`} onClick={choose}>
      <Cells row={row} props={props} />
    </tr>
  );
}

/** A table that is sorted, filtered and walked through by keys. */
export function Table<Row>(props: TableProps<Row>): JSX.Element {
  const { label, columns, rows, keyOf, search, nothing, cancel } = props;
  const sorting = useSignal<Sorting>({ column: -1, falls: false });
  const found = sortedRows(filteredRows(rows, columns, search.value), columns, sorting.value);
  const { scroll, top, height } = useSight(found.findIndex((row) => keyOf(row) === chosenKey.value));
  const rowHeight = rowHeightNow();
  const first = Math.max(0, Math.min(found.length, Math.floor(top.value / rowHeight) - beyond));
  const last = Math.min(found.length, first + Math.ceil(height.value / rowHeight) + 2 * beyond);
  useEffect(() => {
    shownRows.value = found.map((row): ChosenRow => ({ key: keyOf(row), cancel: cancel && (() => cancel(row)) }));
  });
  return (
    <section
      class="scroll"
      ref={scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
    >
      <table class="rows" aria-label={label} aria-rowcount={found.length + 1}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Heading key={column.title} column={column} at={at} sorting={sorting} />
            ))}
            <td class="grow" />
          </tr>
        </thead>
        <tbody>
          <Space rows={first} columns={columns.length + 1} />
          {found.slice(first, last).map((row) => (
            <Row key={keyOf(row)} row={row} props={props} />
          ))}
          <Space rows={found.length - last} columns={columns.length + 1} />
        </tbody>
      </table>
      {found.length === 0 ? <p class="nothing">{rows.length > 0 ? "Nothing fits the search." : nothing}</p> : undefined}
    </section>
  );
}
