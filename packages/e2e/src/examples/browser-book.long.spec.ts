import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@depthwire/sandbox";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { browserFile, findBarriers, launchBrowser, mayLackBrowser, openPage } from "../dashboard/browser.spec-kit.js";

const example = fileURLToPath(new URL("../../../../docs/examples/browser-book/", import.meta.url));
const pair = "4BTC_USDT";
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** What README says that is enough. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src data:; connect-src ws://127.0.0.1:*";

/** The page as README has it bundled, in a folder of a plain server. */
async function servePage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-book-page-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entryPoints = { book: join(example, "book.ts"), "shard-worker": "@depthwire/browser/shard-worker" };
  await build({ entryPoints, bundle: true, format: "esm", target: "es2022", outdir: folder, logLevel: "error" });
  await cp(join(example, "index.html"), join(folder, "index.html"));
  await cp(join(example, "book.css"), join(folder, "book.css"));
  const server: Server = createServer((request, response) => {
    const file = new URL(request.url ?? "/", "http://page").pathname.slice(1) || "index.html";
    try {
      const text = readFileSync(join(folder, file));
      const type = types[extname(file)] ?? "text/plain";
      response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// There is no browser on this machine.
it.skipIf(browserFile === undefined && mayLackBrowser)(
  "the book in a web page is live under a strict policy, and faded when the venue is gone",
  async () => {
    const origin = await servePage();
    const sandbox = await startSandbox({ pairs: [pair], allowOrigins: [origin] });
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) {
        isOpen = false;
        await sandbox.close();
      }
    };
    onTestFinished(close);
    const browser = await launchBrowser();
    const { page, complaints } = await openPage(browser, `${origin}/?push=${encodeURIComponent(sandbox.pushUrl)}`);
    await page.waitForSelector("body[data-status=live] #bids tr:nth-child(10)");
    const pricesOf = async (id: string): Promise<readonly number[]> =>
      (await page.locator(`#${id} td:first-child`).allTextContents()).map(Number);
    const prices = [...(await pricesOf("asks")), ...(await pricesOf("bids"))];
    expect(prices).toHaveLength(20);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect(await page.locator("#status").textContent()).toBe("live");
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    await page.waitForSelector("body:not([data-status=live])");
    expect(await page.locator("#status").textContent()).toMatch(/^stale: /);
    expect(await page.locator("#bids").evaluate((side) => getComputedStyle(side).opacity)).toBe("0.4");
  },
);
