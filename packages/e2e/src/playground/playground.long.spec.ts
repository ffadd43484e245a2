import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserFile, findBarriers, launchBrowser, mayLackBrowser, openPage } from "../dashboard/browser.spec-kit.js";
import { hostPage, policyOfPage } from "./static-host.spec-kit.js";

const withBrowser = it.skipIf(browserFile === undefined && mayLackBrowser);

/** Commands that page and Node play: 1,000, or 10,000 for the whole form. */
const commands = Number(process.env["PLAYGROUND_COMMANDS"] ?? 1_000);

const folder = fileURLToPath(new URL("../../../playground/", import.meta.url));

/** Runs a script of the package. */
function run(script: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [folder + script, ...args], { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${script}: ${stderr}`);
  }
  return stdout;
}

beforeAll(() => {
  run("build.mjs");
});

function textOf(page: Page, place: string): Promise<string> {
  return page.locator(place).innerText();
}

/** What happened, newest first, without times. */
async function happened(page: Page): Promise<readonly string[]> {
  const lines = await page.locator(".happened li").allInnerTexts();
  return lines.map((line) => line.replace(/^[\d:.]+\s+/, ""));
}

/** What happened since a switch was pressed, oldest first. */
async function since(page: Page, press: string): Promise<readonly string[]> {
  const lines = await happened(page);
  // -1, and so nothing, while the switch is not shown as pressed.
  return lines.slice(0, Math.max(0, lines.indexOf(press))).toReversed();
}

/** Presses a switch and waits until the book was not live, and is live again by itself. */
async function breakAndHeal(page: Page, name: RegExp, press: string, broken: RegExp): Promise<readonly string[]> {
  await page.getByRole("button", { name }).click();
  await expect.poll(async () => (await since(page, press)).some((line) => broken.test(line))).toBe(true);
  await expect
    .poll(async () => (await since(page, press)).some((line) => /→ live: after \d+ ms/.test(line)))
    .toBe(true);
  return since(page, press);
}

async function compared(page: Page): Promise<{ readonly states: number; readonly differ: number }> {
  const [, states = "", differ = ""] = /([\d,]+) states, (\d+) differ/.exec(await textOf(page, ".compared")) ?? [];
  return { states: Number(states.replaceAll(",", "")), differ: Number(differ) };
}

/** Widest content against the window: above 0, the page scrolls sideways. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe("the page that needs no server", () => {
  withBrowser("trades, breaks and heals with the network off (skipped where there is no Chromium)", async () => {
    const policy = await policyOfPage();
    expect(policy).toMatch(/connect-src 'none'/);
    const { address, refused } = await hostPage(policy);
    const browser = await launchBrowser();
    const { page, complaints } = await openPage(browser, address, { colorScheme: "dark" });
    const asked: string[] = [];
    page.context().on("request", (request) => asked.push(request.url()));
    await expect.poll(() => textOf(page, ".bar .status")).toBe("live");
    await page.context().setOffline(true);

    // The book moves, and the account is known.
    const before = await textOf(page, ".ladder .middle");
    await expect.poll(() => textOf(page, ".ladder .middle")).not.toBe(before);
    await expect.poll(() => textOf(page, "#title-account + span")).toBe("known");
    await expect.poll(() => page.locator(".area-trades tbody tr").count()).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);

    // An order far below waits, and is cancelled.
    await page.locator(".ladder .buy .price:enabled").last().click();
    await expect.poll(() => page.inputValue("#ticket-price")).toMatch(/^\d/);
    const price = Number(await page.inputValue("#ticket-price"));
    await page.fill("#ticket-price", String(Math.floor(price * 0.97)));
    await page.fill("#ticket-quantity", "0.05");
    await page.press("#ticket-quantity", "Enter");
    const orders = page.locator(".orders tbody tr");
    await expect.poll(() => orders.count()).toBe(1);
    expect(await orders.innerText()).toMatch(/open long/);
    await page.getByRole("button", { name: /^Cancel order/ }).click();
    await expect.poll(() => orders.count()).toBe(0);
    await expect.poll(async () => (await happened(page)).some((line) => line.endsWith("is cancelled"))).toBe(true);

    // One at the market is filled.
    await page.getByRole("button", { name: "market" }).click();
    await page.locator(".go").click();
    await expect.poll(async () => (await happened(page)).some((line) => /traded: open long/.test(line))).toBe(true);
    await expect.poll(() => textOf(page, ".account")).toMatch(/Position\s+long 0\.05/);

    // A gap is made and heals; a damaged frame is one too; a cut makes the book stale and leaves no hole in the account.
    const gap = await breakAndHeal(page, /^Drop an update/, "You: the next update is dropped", /live → gapped/);
    expect(gap[0]).toBe("live → gapped: seq stepped by more than 1: an update is missing");
    const damaged = "You: three bits of the next update are flipped";
    const refusals = await breakAndHeal(page, /^Damage a frame/, damaged, /live → gapped/);
    expect(refusals.join("\n")).toMatch(/A message was refused: [a-z-]+\nlive → gapped/);
    const cut = "You: both connections are cut, and new ones refused for 2 s";
    await breakAndHeal(page, /^Cut the connection/, cut, /live → stale/);
    await expect.poll(() => since(page, cut)).toContain("Nothing of the account is missing");
    expect(await since(page, cut)).toContain("The account's connection is gone");
    await expect.poll(() => textOf(page, "#title-account + span")).toBe("known");

    // All that while the client's live book was the exchange's own.
    await expect.poll(async () => (await compared(page)).states).toBeGreaterThan(20);
    expect((await compared(page)).differ).toBe(0);

    expect(asked.filter((url) => !url.startsWith(address))).toEqual([]);
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
  });

  withBrowser(
    "fits 390 px in light colours; its exchange gives Node's bytes (skipped where there is no Chromium)",
    async () => {
      const { address } = await hostPage();
      const browser = await launchBrowser();
      const viewport = { width: 390, height: 844 };
      const { page, complaints } = await openPage(browser, address, { colorScheme: "light", viewport });
      await expect.poll(() => textOf(page, ".bar .status")).toBe("live");
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole("button", { name: `Play ${commands.toLocaleString("en")} commands` }).click();
      const { journal, events, state, trades } = JSON.parse(run("same-bytes.mjs", String(commands)));
      await expect
        .poll(() => textOf(page, ".bytes p"))
        .toBe(`the same bytes as in Node: journal ${journal}, events ${events}, state ${state}, ${trades} trades`);
      expect(trades).toBeGreaterThan(100);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});
