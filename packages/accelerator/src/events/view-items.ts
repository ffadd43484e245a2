import type { BookView } from "@depthwire/book";
import type { EventItem } from "./event-item.js";

/** Tells each state of a book by one item, however many listen to it: whoever writes items writes each once. */
export class ViewItems {
  readonly #items = new WeakMap<BookView, Map<number, EventItem>>();

  /** The view's best levels as JSON. The same item for the same view. */
  itemOf(view: BookView, levels: number): EventItem {
    let items = this.#items.get(view);
    if (items === undefined) {
      items = new Map();
      this.#items.set(view, items);
    }
    let item = items.get(levels);
    if (item === undefined) {
      item = { id: undefined, kind: "book", text: JSON.stringify(view.top(levels)) };
      items.set(levels, item);
    }
    return item;
  }
}
