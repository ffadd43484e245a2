import { createRequire } from "node:module";
import { debiansChromium, quietFlags } from "@depthwire/testkit/browser";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Debian's Chromium, where it is installed. */
export const browserFile: string | undefined = debiansChromium();

/** Where a browser must be there, its absence is a failure. */
export const mayLackBrowser: boolean = process.env["CI"] === undefined;

/** Patient: what takes a moment alone may take a minute where others starve it. */
const patienceMs = 90_000;

/** A page, and everything that its browser complained of. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console, of scripts, and violations of the policy. */
  readonly complaints: string[];
}

/** A browser for one test. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: browserFile ?? "chromium", args: quietFlags });
  onTestFinished(() => browser.close());
  return browser;
}

/** Opens an address in a context of its own. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

/** What axe finds wrong, each with the first elements that it is about. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const axe = createRequire(import.meta.url)("axe-core") as { readonly source: string };
  // Evaluated by the debugger, which no policy of the page bars.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      readonly axe: {
        run: () => Promise<{ readonly violations: readonly { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await checker.run();
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(" | ")}`,
    );
  });
}
