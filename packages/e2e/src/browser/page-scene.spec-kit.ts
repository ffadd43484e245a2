import type { BookViewJson } from "@depthwire/book";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { quietFlags } from "@depthwire/testkit/browser";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { browserFile, mayLackBrowser, openPage } from "../dashboard/browser.spec-kit.js";
import { type Bundler, bundlePage, type PageServer, type PageTerms, servePages } from "./page-server.spec-kit.js";

/** The pair that the sandbox has. */
export const pair = "4BTC_USDT";

/** What the page has of the package, and what these specs keep there. */
export interface PageGlobals {
  readonly depthwire: typeof import("@depthwire/browser");
  venue: import("@depthwire/browser").Venue;
  stream: import("@depthwire/stream").BookStream;
  seen: string[];
}

/** Without a browser these specs are left out, except where one must be there. */
export const lacksBrowser: boolean = browserFile === undefined && mayLackBrowser;

/** A browser, a server of pages, and a sandbox that they may use: one of each for the tests of a file. */
export class PageScene {
  sandbox!: Sandbox;
  pages!: PageServer;
  browser!: Browser;
  #removeBundle: (() => void) | undefined;

  async begin(bundler: Bundler): Promise<void> {
    const bundle = await bundlePage(bundler);
    this.#removeBundle = bundle.remove;
    this.pages = await servePages(bundle.folder);
    this.sandbox = await startSandbox({
      pairs: [pair],
      seed: 7,
      depthIntervalMs: 50,
      allowOrigins: [this.pages.origin],
    });
    this.browser = await chromium.launch({
      executablePath: browserFile ?? "chromium",
      args: quietFlags,
      // As a user's browser keeps pages that are left.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
  }

  async end(): Promise<void> {
    await this.browser?.close();
    await this.sandbox?.close();
    await this.pages?.close();
    this.#removeBundle?.();
  }

  /** Opens a page for one test. */
  async open(terms: PageTerms = {}): Promise<Page> {
    const { page } = await openPage(this.browser, this.pages.address(terms));
    onTestFinished(() => page.context().close());
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    return page;
  }

  /** Follows the book in the page, and notes each status that its loop is shown. */
  async follow(page: Page, options: object = {}): Promise<void> {
    await page.evaluate(
      ({ addresses, restAddress, options, pair }) => {
        const page = globalThis as unknown as PageGlobals;
        const backoff = { firstWindowMs: 50, maxWindowMs: 200 };
        page.venue = page.depthwire.connect({ addresses, restAddress, backoff, ...options });
        page.stream = page.venue.book(pair);
        page.seen = [];
        void (async () => {
          for await (const { status } of page.stream) {
            if (page.seen.at(-1) !== status) {
              page.seen.push(status);
            }
          }
        })();
      },
      { addresses: [this.sandbox.pushUrl], restAddress: this.sandbox.restUrl, options, pair },
    );
  }

  latest(page: Page): Promise<BookViewJson> {
    return page.evaluate(() => (globalThis as unknown as PageGlobals).stream.latest.toJSON());
  }

  /** Waits until a live view of the page is level by level what the exchange published. */
  async untilRight(page: Page, afterSeq = 0): Promise<BookViewJson> {
    let view: BookViewJson | undefined;
    await expect
      .poll(async () => {
        view = await this.latest(page);
        return view.status === "live" && view.seq > afterSeq ? differenceOf(this.sandbox, view) : view.status;
      })
      .toBe("none");
    return view as BookViewJson;
  }
}

/** Sets the scene for the tests of a file. */
export function setPageScene(bundler: Bundler): PageScene {
  const scene = new PageScene();
  beforeAll(() => scene.begin(bundler));
  afterAll(() => scene.end());
  return scene;
}

/** Where a view is not what the exchange published at its number. */
export function differenceOf({ exchange }: Sandbox, view: BookViewJson): string {
  const market = exchange.market(view.pair);
  const published = exchange.published(view.pair, view.seq);
  if (market === undefined || published === undefined) {
    return "forgotten";
  }
  const scaled = (text: string, scale: number): number => Math.round(Number(text) * 10 ** scale);
  for (const side of ["asks", "bids"] as const) {
    const { prices, quantities } = published.window[side];
    const shown = view[side].map(({ price, quantity }) => [
      scaled(price, market.priceScale),
      scaled(quantity, market.quantityScale),
    ]);
    const right = Array.from(prices, (price, index) => [price, quantities[index]]);
    if (JSON.stringify(shown) !== JSON.stringify(right)) {
      return `${side} differ`;
    }
  }
  return "none";
}
