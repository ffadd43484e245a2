import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hostFiles } from "@depthwire/testkit/browser";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { browserFile, findBarriers, launchBrowser, mayLackBrowser, openPage } from "../dashboard/browser.spec-kit.js";

const site = fileURLToPath(new URL("../../../../docs/.site", import.meta.url));

/** `npm run docs` takes a minute: where nobody ran it there is nothing to look at. `.ci/run` runs it before the specs, and says so. */
const isThere = existsSync(join(site, "llms.txt"));
const mayLackSite = !isThere && process.env["DEPTHWIRE_SITE"] !== "built";
const withSite = it.skipIf(mayLackSite);
const withBrowser = it.skipIf(mayLackSite || (browserFile === undefined && mayLackBrowser));

/** One of each kind; `SITE_PAGES=all` looks at every page. */
const sample = [
  "index.html",
  "Reference/Push_streams_(AsyncAPI).html",
  "Reference/Operations/USDT-margined_contracts/placeOrder.html",
  "Reference/Records/Order.html",
  "Guides/The_dashboard.html",
  "_depthwire/schema/internal/OrderStatus.html",
];

interface SitePage {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function readPages(): ReadonlyMap<string, SitePage> {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
  return new Map(files.map((path) => [path, readPage(readFileSync(join(site, path), "utf8"))]));
}

function readPage(html: string): SitePage {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
  return { anchors: new Set(all(/\bid="([^"]*)"/g)), links: all(/\b(?:href|src)="([^"]*)"/g) };
}

/** What a link of a page leads to; `undefined` outside the site. */
function targetOf(from: string, link: string): { readonly path: string; readonly anchor: string } | undefined {
  if (/^[a-z]+:/.test(link)) {
    return undefined;
  }
  const [address = "", anchor = ""] = link.split("#");
  const place = decodeURIComponent(address.replace(/\?.*$/, ""));
  const path = place === "" ? from : normalize(join(dirname(from), place));
  return { path, anchor: decodeURIComponent(anchor) };
}

function isFile(path: string): boolean {
  return existsSync(join(site, path)) && statSync(join(site, path)).isFile();
}

describe("the site", () => {
  withSite(
    "has no dead link, and each page can be reached from the start (skipped where the site is not built)",
    () => {
      const pages = readPages();
      const dead: string[] = [];
      const reached = new Set<string>(["index.html"]);
      for (const path of reached) {
        for (const link of pages.get(path)?.links ?? []) {
          const target = targetOf(path, link);
          const page = target === undefined ? undefined : pages.get(target.path);
          if (target !== undefined && page !== undefined) {
            reached.add(target.path);
          }
          const isDead =
            target !== undefined &&
            (page === undefined ? !isFile(target.path) : target.anchor !== "" && !page.anchors.has(target.anchor));
          if (isDead) {
            dead.push(`${path}: ${link}`);
          }
        }
      }
      expect(dead).toEqual([]);
      expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([]);
      expect(reached.size).toBeGreaterThan(1_000);
    },
  );

  withBrowser(
    "complains of nothing, scrolls sideways nowhere, and can be read by everyone (skipped where there is no Chromium)",
    async () => {
      const [browser, host] = await Promise.all([launchBrowser(), hostSite()]);
      const paths = process.env["SITE_PAGES"] === "all" ? ownPages() : sample;
      const wrong: string[] = [];
      for (const path of paths) {
        const { page, complaints } = await openPage(browser, host + encodeURI(path), {
          viewport: { width: 390, height: 844 },
        });
        for (const colorScheme of ["dark", "light"] as const) {
          await page.emulateMedia({ colorScheme });
          wrong.push(...(await findBarriers(page)).map((words) => `${path} (${colorScheme}): ${words}`));
        }
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const found = [...complaints, ...(beyond > 0 ? [`${beyond} px too wide`] : []), ...(await brokenWords(page))];
        wrong.push(...found.map((words) => `${path}: ${words}`));
        await page.context().close();
      }
      expect(wrong).toEqual([]);
    },
    process.env["SITE_PAGES"] === "all" ? 3_600_000 : 300_000,
  );
});

/** Words in the headings of tables that stand on more than one line. */
function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".tsd-typography th")].flatMap((heading) => {
      const [text] = heading.childNodes;
      return [...(text?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1 ? [`the heading "${word}" is broken`] : [];
      });
    }),
  );
}

/** A host on loopback with the site's files alone. */
async function hostSite(): Promise<string> {
  const host = await hostFiles({ folders: [site] });
  onTestFinished(() => host.close());
  return `${host.address}/`;
}

/** Every page but the one that needs no server, which has a spec of its own. */
function ownPages(): readonly string[] {
  return [...readPages().keys()].filter((path) => relative("try", path).startsWith(".."));
}
