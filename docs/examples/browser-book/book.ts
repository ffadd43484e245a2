/**
 * A book in a web page: follows one pair and draws its best levels, with its status in plain sight. See README.md beside it.
 */
import { connect } from "@depthwire/browser";

const parameters = new URLSearchParams(location.search);
const pair = parameters.get("pair") ?? "4BTC_USDT";
const push = parameters.get("push") ?? "ws://127.0.0.1:8090/cbu";
const shownLevels = 10;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

/** The levels of one side as rows; text, for nothing here is reckoned with. */
function rows(levels: readonly { readonly price: string; readonly quantity: string }[]): readonly HTMLElement[] {
  return levels.map(({ price, quantity }) => {
    const row = document.createElement("tr");
    for (const text of [price, quantity]) {
      row.append(Object.assign(document.createElement("td"), { textContent: text }));
    }
    return row;
  });
}

const venue = connect({ addresses: [push] });
const book = venue.book(pair, { levels: shownLevels });
addEventListener("pagehide", () => void venue.close());

element("pair").textContent = pair;
let isDrawing = false;
for await (const { status, reason } of book) {
  element("status").textContent = reason === undefined ? status : `${status}: ${reason}`;
  document.body.dataset["status"] = status;
  // At most once a frame: a screen shows no more, and a hidden page nothing.
  if (!isDrawing) {
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      const { asks, bids, mid } = book.latest;
      element("mid").textContent = mid?.text ?? "";
      element("asks").replaceChildren(...rows(asks.levels(shownLevels)).toReversed());
      element("bids").replaceChildren(...rows(bids.levels(shownLevels)));
    });
  }
}
