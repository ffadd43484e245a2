import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { account, book, isOnline } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { group, pair } from "../data/settings.js";
import type { Book } from "../data/wire.js";
import { coinsOf, grouped } from "../numbers/format.js";
import { type Ladder, type LadderRow, ladderOf } from "../numbers/ladder.js";
import { Age } from "../shell/age.js";
import { Canvas, type Surface } from "../shell/canvas.js";
import { Grip } from "../shell/grip.js";
import { Panel } from "../shell/panel.js";
import { takePrice, price as ticketPrice } from "../ticket/ticket-state.js";
import { bookWords } from "./book-words.js";
import { drawLadder, rowAt, rowsThatFit } from "./draw-ladder.js";

const groups = [1, 10, 100, 1_000] as const;

/** The book of the pair that is looked at, if it has come. */
export function shownBook(): Book | undefined {
  return book.value?.pair === pair.value ? book.value : undefined;
}

/** Decimals of a book's own figures, where nobody tells those of the pair. */
function scalesOf({ asks, bids }: Book): { readonly priceScale: number; readonly quantityScale: number } {
  const levels = [...asks, ...bids];
  const most = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  return {
    priceScale: most(levels.map(({ price }) => price)),
    quantityScale: most(levels.map(({ quantity }) => quantity)),
  };
}

/** Why a book must not be taken for a live one; undefined: it is one. */
export function notLive(shown: Book | undefined): string | undefined {
  if (shown === undefined) {
    return "connecting: the book has not come yet";
  }
  if (shown.status === "live") {
    return undefined;
  }
  return bookWords(shown);
}

/** The best prices, for whoever cannot see the canvas. */
function labelOf(shown: Book | undefined): string {
  const why = notLive(shown);
  const [ask, bid] = [shown?.asks[0], shown?.bids[0]];
  const best = `best ask ${ask?.price ?? "none"}, ${ask?.quantity ?? ""}; best bid ${bid?.price ?? "none"}, ${bid?.quantity ?? ""}`;
  return why === undefined ? `Ladder: ${best}` : `Ladder, not live (${why}): ${best}`;
}

/** Prices by keyboard: the same levels as the canvas. */
function KeyLevels({ shown }: { readonly shown: Book | undefined }): JSX.Element {
  const isLive = shown?.status === "live" && isOnline.value;
  return (
    <label class="unseen">
      A price of the book for the ticket
      <select disabled={!isLive} value="" onChange={({ currentTarget }) => takePrice(currentTarget.value)}>
        <option value="">choose</option>
        <option value={shown?.asks[0]?.price ?? ""}>best ask {shown?.asks[0]?.price}</option>
        <option value={shown?.bids[0]?.price ?? ""}>best bid {shown?.bids[0]?.price}</option>
      </select>
    </label>
  );
}

function GroupChoice(): JSX.Element {
  return (
    <select
      class="push group"
      aria-label="Steps of price in one row"
      value={group.value}
      onChange={({ currentTarget }) => {
        group.value = Number(currentTarget.value);
      }}
    >
      {groups.map((count) => (
        <option key={count} value={count}>
          {count === 1 ? "every price" : `${grouped(String(count))} steps`}
        </option>
      ))}
    </select>
  );
}

function Head({ shown }: { readonly shown: Book | undefined }): JSX.Element {
  return (
    <>
      <Age atMs={shown?.receivedAtMs} />
      <GroupChoice />
    </>
  );
}

/** The book as a ladder; a click takes a price to the ticket. */
export function LadderPanel(): JSX.Element {
  const drawn = useRef<{ ladder: Ladder; height: number } | undefined>(undefined);
  const hovered = useSignal<LadderRow | undefined>(undefined);
  const shown = shownBook();
  const why = notLive(shown);
  const [coin] = coinsOf(pair.value);
  const draw = (surface: Surface): void => {
    const book = shownBook();
    if (book === undefined) {
      return;
    }
    const { priceScale, quantityScale } = facts.value.get(book.pair) ?? scalesOf(book);
    const options = { rows: rowsThatFit(surface.height), priceScale, group: group.value };
    const ladder = ladderOf(book, account.value?.orders ?? [], options);
    drawn.current = { ladder, height: surface.height };
    drawLadder(surface, ladder, { priceScale, quantityScale, hovered: hovered.value, chosen: ticketPrice.value });
  };
  const at = (y: number): LadderRow | undefined =>
    drawn.current && rowAt(drawn.current.ladder, drawn.current.height, y);
  const pick = (y: number): void => {
    const row = at(y);
    if (row !== undefined && shown?.status === "live" && isOnline.value) {
      takePrice(row.price);
    }
  };
  return (
    <Panel area="ladder" title="Ladder" head={<Head shown={shown} />}>
      <div class="ladder-head" aria-hidden="true">
        <span>own</span>
        <span>price</span>
        <span>size {coin}</span>
      </div>
      <div class="body">
        <Canvas
          class={why === undefined ? "canvas pickable" : "canvas stale"}
          draw={draw}
          label={labelOf(shown)}
          onPick={(_, y) => pick(y)}
          onHover={(place) => {
            hovered.value = place && at(place.y);
          }}
        />
        {why === undefined ? undefined : (
          <div class="cover">
            <p>{why}</p>
          </div>
        )}
        <KeyLevels shown={shown} />
      </div>
      <Grip name="w-ladder" label="Width of the ladder" direction="across" edge="at-left" />
    </Panel>
  );
}
