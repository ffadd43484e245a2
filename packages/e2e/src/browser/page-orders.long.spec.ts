import { Credential, connect } from "@depthwire/node";
import { type Sandbox, type SandboxOptions, startSandbox } from "@depthwire/sandbox";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { startCuttingProxy } from "./cutting-proxy.spec-kit.js";
import { lacksBrowser, type PageGlobals, pair, setPageScene } from "./page-scene.spec-kit.js";

/** What the page keeps of its order. */
interface OrderGlobals extends PageGlobals {
  handle: import("@depthwire/rest").OrderHandle;
  events: import("@depthwire/rest").TraderEvent[];
}

/** Far more than any cut. */
const every = 1_000;

describe.skipIf(lacksBrowser)(
  "an order of a page whose answer is cut off, which Chromium sends again by itself",
  () => {
    const scene = setPageScene("esbuild");

    async function venueWith(options: SandboxOptions): Promise<Sandbox> {
      const sandbox = await startSandbox({
        pairs: [pair],
        seed: 7,
        // The venue counts every copy, the client one: what that means is not the matter here.
        requestsPerWindow: 0,
        allowOrigins: [scene.pages.origin],
        ...options,
      });
      onTestFinished(() => sandbox.close());
      return sandbox;
    }

    /** Places one order far from the market. @returns what the page was told of the call */
    function place(
      page: Page,
      sandbox: Sandbox,
      restAddress: string,
      onUnknown: "resolve" | "throw",
    ): Promise<unknown> {
      return page.evaluate(
        async ({ push, restAddress, credential, pair, onUnknown }) => {
          const page = globalThis as unknown as OrderGlobals;
          const { connect, Credential } = page.depthwire;
          page.events = [];
          page.venue = connect({ addresses: [push], restAddress, allowBrowserSecrets: true });
          const listener = (event: OrderGlobals["events"][number]): void => void page.events.push(event);
          const account = page.venue.account(new Credential(credential), { trader: { listener } });
          // The connection has served before: only then browsers send again.
          const { bids } = await account.rest.usdt.getDepth({ pair, size: 1 });
          const price = String(Math.floor(Number(bids?.[0]?.price) * 0.97));
          const order = { pair, side: "open-long", type: "limit", quantity: "0.001", price } as const;
          try {
            page.handle = await account.trader.place({ ...order, clientOrderId: "9001" }, { onUnknown });
            return "placed";
          } catch (error) {
            const { code, ambiguous } = error as { readonly code: string; readonly ambiguous: boolean };
            return { code, ambiguous };
          }
        },
        { push: sandbox.pushUrl, restAddress, credential: { ...sandbox.credential }, pair, onUnknown },
      );
    }

    it.each([
      ["the first answer is cut", 1],
      ["every answer is cut", every],
    ])("stands twice for a moment, and once after it: %s", async (_, cuts) => {
      const sandbox = await venueWith({ depthIntervalMs: 50 });
      const proxy = await startCuttingProxy(sandbox.restUrl, cuts);
      const page = await scene.open();
      expect(await place(page, sandbox, proxy.address, "resolve")).toBe("placed");
      expect(proxy.signatures.length).toBeGreaterThan(1);
      expect(new Set(proxy.signatures).size, "the browser sent the same bytes again").toBe(1);
      const told = (): Promise<object> =>
        page.evaluate(() => {
          const { handle, events } = globalThis as unknown as OrderGlobals;
          const count = (wanted: string): number => events.filter(({ kind }) => kind === wanted).length;
          return {
            cancelled: handle.twins.filter(
              ({ status, dealQuantity }) => status === "cancelled" && Number(dealQuantity) === 0,
            ).length,
            isFinished: handle.isFinished,
            met: count("client-order-id-twice"),
            finished: count("twin-finished"),
          };
        });
      // Chromium tries more than once where every answer is cut.
      const twins = proxy.signatures.length - 1;
      await expect.poll(told).toEqual({ cancelled: twins, isFinished: false, met: twins, finished: twins });
      expect(await openOrders(sandbox)).toEqual([await idOf(page)]);
      await page.evaluate(async () => {
        const { handle } = globalThis as unknown as OrderGlobals;
        await handle.cancel();
        await handle.done;
      });
      expect(await openOrders(sandbox)).toEqual([]);
    });

    it.each<[string, SandboxOptions]>([
      ["the client id is taken", { clientIds: "unique" }],
      ["the signature was used", { refuseReplays: true }],
    ])("is never told as refused while it stands: %s", async (_, options) => {
      const sandbox = await venueWith(options);
      const page = await scene.open();
      const resolving = await startCuttingProxy(sandbox.restUrl, 1);
      expect(await place(page, sandbox, resolving.address, "resolve")).toBe("placed");
      expect(resolving.signatures).toHaveLength(2);
      expect(await openOrders(sandbox)).toEqual([await idOf(page)]);
      const other = await venueWith(options);
      const throwing = await startCuttingProxy(other.restUrl, 1);
      expect(await place(page, other, throwing.address, "throw")).toEqual({ code: "outcome-unknown", ambiguous: true });
      expect(throwing.signatures).toHaveLength(2);
    });
  },
);

/** Ids of the orders that are open at the venue. */
async function openOrders({ pushUrl, restUrl, credential }: Sandbox): Promise<string[]> {
  await using venue = connect({ addresses: [pushUrl], restAddress: restUrl });
  const { rest } = venue.account(new Credential({ ...credential }));
  const { orders } = await rest.usdt.getOpenOrders({ pair, side: "open-long", page: 1, size: 20 });
  return orders.map(({ orderId }) => orderId);
}

function idOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as OrderGlobals).handle.orderId);
}
