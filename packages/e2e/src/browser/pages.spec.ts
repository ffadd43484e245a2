import type { BookViewJson } from "@depthwire/book";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { browserFile, browserFlags, mayLackBrowser, openPage } from "../dashboard/browser.spec-kit.js";
import { bundlePage, type PageServer, type PageTerms, servePages } from "./page-server.spec-kit.js";

const pair = "4BTC_USDT";

/** What the page has of the package, and what this file keeps there. */
interface PageGlobals {
  readonly depthwire: typeof import("@depthwire/browser");
  venue: import("@depthwire/browser").Venue;
  stream: import("@depthwire/stream").BookStream;
  seen: string[];
}

const hasBrowser = browserFile !== undefined || !mayLackBrowser;

describe.skipIf(!hasBrowser)("a page in Chromium", () => {
  let sandbox: Sandbox;
  let pages: PageServer;
  let browser: Browser;
  let removeBundle: () => void;

  beforeAll(async () => {
    const bundle = await bundlePage();
    removeBundle = bundle.remove;
    pages = await servePages(bundle.folder);
    sandbox = await startSandbox({ pairs: [pair], seed: 7, depthIntervalMs: 50, allowOrigins: [pages.origin] });
    browser = await chromium.launch({
      executablePath: browserFile ?? "chromium",
      args: browserFlags,
      // As a user's browser keeps pages that are left.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
  });

  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await pages?.close();
    removeBundle?.();
  });

  async function open(terms: PageTerms = {}): Promise<Page> {
    const { page } = await openPage(browser, pages.address(terms));
    onTestFinished(() => page.context().close());
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    return page;
  }

  /** Follows the book in the page, and notes each status that its loop is shown. */
  async function follow(page: Page, options: object = {}): Promise<void> {
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
      { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, options, pair },
    );
  }

  function latest(page: Page): Promise<BookViewJson> {
    return page.evaluate(() => (globalThis as unknown as PageGlobals).stream.latest.toJSON());
  }

  /** Waits until a live view of the page is level by level what the exchange published. */
  async function untilRight(page: Page, afterSeq = 0): Promise<BookViewJson> {
    let view: BookViewJson | undefined;
    await expect
      .poll(async () => {
        view = await latest(page);
        return view.status === "live" && view.seq > afterSeq ? differenceOf(sandbox, view) : view.status;
      })
      .toBe("none");
    return view as BookViewJson;
  }

  it.each<[string, PageTerms]>([
    ["with WebAssembly", {}],
    ["where WebAssembly is barred", { policy: { "script-src": "'self'" } }],
    ["where no worker may start", { policy: { "worker-src": "'none'" } }],
  ])("keeps a book in its own thread %s: right before and after damaged frames", async (_, terms) => {
    const page = await open(terms);
    await follow(page);
    const { seq } = await untilRight(page);
    sandbox.faults.add({ kind: "corrupt", pair }, { kind: "truncate", bytes: 40, pair });
    await untilRight(page, seq + 3);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { rejected, reconnects } = (globalThis as unknown as PageGlobals).venue.statistics();
          return [Object.values(rejected).reduce((sum, count) => sum + count, 0), reconnects];
        }),
      )
      .toEqual([2, 0]);
  });

  it("is barred from WebAssembly where the cases above say so", async () => {
    const canCompile = (page: Page): Promise<boolean> =>
      page.evaluate(() => {
        try {
          return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
        } catch {
          return false;
        }
      });
    expect(await canCompile(await open())).toBe(true);
    expect(await canCompile(await open({ policy: { "script-src": "'self'" } }))).toBe(false);
  });

  it("shows an old book as stale from the turn on in which it was frozen, went offline, or slept, and as live again by itself", async () => {
    const page = await open();
    await follow(page);
    const { seq: first } = await untilRight(page);

    const frozen = await page.evaluate(() => {
      document.dispatchEvent(new Event("freeze"));
      return (globalThis as unknown as PageGlobals).stream.latest.toJSON();
    });
    expect(frozen).toMatchObject({ status: "stale", reason: "disconnected" });
    await page.evaluate(() => document.dispatchEvent(new Event("resume")));
    const { seq: second } = await untilRight(page, first);

    const offline = await page.evaluate(() => {
      globalThis.dispatchEvent(new Event("offline"));
      return (globalThis as unknown as PageGlobals).stream.read().status;
    });
    expect(offline).toBe("stale");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("online")));
    const { seq: third } = await untilRight(page, second);

    const asleep = await page.evaluate(() => {
      const { stream } = globalThis as unknown as PageGlobals;
      const before = stream.latest.status;
      // As a thaw without any event: clocks went on, and this very turn reads.
      for (const untilMs = performance.now() + 3_200; performance.now() < untilMs; ) {}
      return [before, stream.latest.status, stream.read().status];
    });
    expect(asleep).toEqual(["live", "stale", "stale"]);
    await untilRight(page, third);
    expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).seen.join(" "))).toMatch(
      /live.* stale .*live.* stale .*live.* stale .*live/,
    );
  });

  it("is put away with its book when another page comes, and has a live one again when it comes back", async () => {
    const page = await open();
    await follow(page);
    const { seq } = await untilRight(page);
    await page.evaluate(() => {
      globalThis.addEventListener("pageshow", ({ persisted }) => {
        const { stream, seen } = globalThis as unknown as PageGlobals;
        seen.push(`${persisted ? "restored" : "loaded"} ${stream.latest.status}`);
      });
    });
    await page.goto(pages.address({ policy: { "worker-src": "'none'" } }));
    await page.evaluate(() => history.back());
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as Partial<PageGlobals>).seen?.join(" ")).catch(String))
      .toMatch(/live.*restored stale/);
    await untilRight(page, seq);
  });

  it("has no secrets unless it is told that it may: refused before anything is opened", async () => {
    const page = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const codes = await page.evaluate(
      ({ push, rest, credential }) => {
        const { connect, Credential, DepthwireError } = (globalThis as unknown as PageGlobals).depthwire;
        const venue = connect({ addresses: [push], restAddress: rest });
        const attempts = [
          () => venue.account(new Credential(credential)),
          () => venue.login(new Credential(credential)),
          () => connect({ addresses: [push.replace("ws://", "ws://user:word@")] }),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return "not refused";
          } catch (error) {
            return error instanceof DepthwireError ? error.code : String(error);
          }
        });
      },
      { push: sandbox.pushUrl, rest: sandbox.restUrl, credential: { ...sandbox.credential } },
    );
    expect(codes).toEqual(["browser-secrets", "browser-secrets", "browser-secrets"]);
    expect(asked).toEqual([]);
  });

  it("places an order that fills, where it may", async () => {
    const page = await open();
    await follow(page, { allowBrowserSecrets: true });
    await untilRight(page);
    const order = await page.evaluate(
      async ({ credential, pair }) => {
        const { depthwire, venue, stream } = globalThis as unknown as PageGlobals;
        const account = venue.account(new depthwire.Credential(credential));
        const price = stream.latest.bestAsk?.price ?? "";
        const placed = await account.trader.place({
          pair,
          side: "open-long",
          type: "market",
          quantity: "0.001",
          price,
        });
        return (await placed.done).status;
      },
      { credential: { ...sandbox.credential }, pair },
    );
    expect(order).toBe("filled");
  });

  it("is told why a call did not come back, as far as a page can know", async () => {
    const endOf = (page: Page, restAddress: string): Promise<unknown> =>
      page.evaluate(
        async ({ push, restAddress, pair }) => {
          const { connect, DepthwireError } = (globalThis as unknown as PageGlobals).depthwire;
          const venue = connect({ addresses: [push], restAddress, rest: { retry: { maxAttempts: 1 } } });
          try {
            await venue.rest.usdt.getDepth({ pair, size: 1 });
            return "answered";
          } catch (error) {
            const { code, ambiguous, details, cause } = error as InstanceType<typeof DepthwireError>;
            return { code, ambiguous, details, cause: String(cause) };
          } finally {
            await venue.close();
          }
        },
        { push: sandbox.pushUrl, restAddress, pair },
      );
    const { page: foreign } = await openPage(browser, pages.address().replace("127.0.0.1", "localhost"));
    onTestFinished(() => foreign.context().close());
    const origin = pages.origin.replace("127.0.0.1", "localhost");
    expect(await endOf(foreign, sandbox.restUrl)).toMatchObject({
      code: "cors",
      ambiguous: true,
      details: { address: sandbox.restUrl, origin },
    });
    const page = await open();
    expect(await endOf(page, sandbox.restUrl)).toBe("answered");
    expect(await endOf(page, "http://127.0.0.1:1")).toMatchObject({ code: "connect-failed", ambiguous: true });
    const barred = await open({ policy: { "connect-src": "'self'" } });
    expect(await endOf(barred, sandbox.restUrl)).toMatchObject({
      code: "connect-failed",
      ambiguous: false,
      cause: expect.stringContaining("content security policy"),
    });
  });
});

/** Where a view is not what the exchange published at its number. */
function differenceOf({ exchange }: Sandbox, view: BookViewJson): string {
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
