import type { BookView } from "@depthwire/book";

/** The text of a view, for as long as it is the newest. */
interface Written {
  readonly view: string;
  readonly text: string;
}

/** Writes each state of a book once, however many listen to it. */
export class ViewTexts {
  readonly #written = new Map<string, Written>();

  /** JSON of the view's best levels. The same text as long as nothing changed. */
  textOf(view: BookView, levels: number): string {
    const key = `${view.pair} ${levels}`;
    const state = `${view.version} ${view.epoch} ${view.status} ${view.reason ?? ""}`;
    const known = this.#written.get(key);
    if (known?.view === state) {
      return known.text;
    }
    const text = JSON.stringify(view.top(levels));
    this.#written.set(key, { view: state, text });
    return text;
  }
}
