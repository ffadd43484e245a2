import type { Venue } from "@depthwire/client";
import { describe, expect, it } from "vitest";
import type { PageLife } from "./page-life.js";
import { withoutSecrets } from "./secrets.js";
import { watchedVenue } from "./watched-venue.js";

/** A venue and a page that note, in order, what is asked of them. */
function watched() {
  const log: string[] = [];
  const note = (what: string) => (): void => void log.push(what);
  const stream = (name: string): object => ({
    pair: "4BTC_USDT",
    get latest() {
      return log.push(`${name} latest`);
    },
    get status() {
      return log.push(`${name} status`);
    },
    read: note(`${name} read`),
    close: note(`${name} closed`),
    async *[Symbol.asyncIterator]() {
      yield log.push(`${name} next`);
    },
  });
  const venue = {
    get rest() {
      return log.push("rest");
    },
    book: (_: string, options: object = {}) => ("every" in options ? { every: true } : stream("book")),
    ticker: () => stream("ticker"),
    views: note("views"),
    close: async () => void log.push("closed"),
  } as unknown as Venue;
  const life = { look: note("look"), stop: note("stopped") } as unknown as PageLife;
  return { log, venue: watchedVenue(venue, life) };
}

describe("a watched venue", () => {
  it("looks at the clocks before every reading of a book, of a ticker and of all views", async () => {
    const { log, venue } = watched();
    const [book, ticker] = [venue.book("4BTC_USDT"), venue.ticker("4BTC_USDT")];
    void book.latest;
    book.read();
    void ticker.latest;
    void ticker.status;
    venue.views();
    for await (const _ of book) {
      break;
    }
    for await (const _ of ticker) {
      break;
    }
    const readings = [
      "book latest",
      "book read",
      "ticker latest",
      "ticker status",
      "views",
      "book next",
      "ticker next",
    ];
    expect(log).toEqual(readings.flatMap((reading) => ["look", reading]));
  });

  it("is the same venue otherwise, and looks no more once it is closed", async () => {
    const { log, venue } = watched();
    expect(venue.book("4BTC_USDT", { every: true })).toEqual({ every: true });
    expect(log).toEqual([]);
    void venue.rest;
    venue.book("4BTC_USDT").close();
    await venue.close();
    expect(log).toEqual(["rest", "book closed", "closed", "stopped"]);
  });

  it("has everything but secrets where it may have none", () => {
    const { log, venue } = watched();
    const open = withoutSecrets(venue);
    void open.rest;
    expect(log).toEqual(["rest"]);
    for (const attempt of [() => open.account({} as never), () => open.login({} as never)]) {
      expect(attempt).toThrow(expect.objectContaining({ code: "browser-secrets" }));
    }
  });
});
