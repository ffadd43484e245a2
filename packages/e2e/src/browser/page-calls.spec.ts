import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPage } from "../dashboard/browser.spec-kit.js";
import { lacksBrowser, type PageGlobals, pair, setPageScene } from "./page-scene.spec-kit.js";

describe.skipIf(lacksBrowser)("a page in Chromium, bundled by esbuild", () => {
  const scene = setPageScene("esbuild");

  it("has a worker where the bundler was given its script as an entry", async () => {
    const page = await scene.open({ isolation: "isolated" });
    await scene.follow(page, { shards: 1 });
    await scene.untilRight(page);
    expect(page.workers()).toHaveLength(1);
  });

  it("has no secrets unless it is told that it may: refused before anything is opened", async () => {
    const page = await scene.open();
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
      { push: scene.sandbox.pushUrl, rest: scene.sandbox.restUrl, credential: { ...scene.sandbox.credential } },
    );
    expect(codes).toEqual(["browser-secrets", "browser-secrets", "browser-secrets"]);
    expect(asked).toEqual([]);
  });

  it("places an order that fills, where it may", async () => {
    const page = await scene.open();
    await scene.follow(page, { allowBrowserSecrets: true });
    await scene.untilRight(page);
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
      { credential: { ...scene.sandbox.credential }, pair },
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
        { push: scene.sandbox.pushUrl, restAddress, pair },
      );
    const { page: foreign } = await openPage(scene.browser, scene.pages.address().replace("127.0.0.1", "localhost"));
    onTestFinished(() => foreign.context().close());
    const origin = scene.pages.origin.replace("127.0.0.1", "localhost");
    expect(await endOf(foreign, scene.sandbox.restUrl)).toMatchObject({
      code: "cors",
      ambiguous: true,
      details: { address: scene.sandbox.restUrl, origin },
    });
    const page = await scene.open();
    expect(await endOf(page, scene.sandbox.restUrl)).toBe("answered");
    expect(await endOf(page, "http://127.0.0.1:1")).toMatchObject({ code: "connect-failed", ambiguous: true });
    const barred = await scene.open({ policy: { "connect-src": "'self'" } });
    expect(await endOf(barred, scene.sandbox.restUrl)).toMatchObject({
      code: "connect-failed",
      ambiguous: false,
      cause: expect.stringContaining("content security policy"),
    });
  });
});
