import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Accelerator, openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { browserFile, findBarriers, launchBrowser, mayLackBrowser, openPage } from "./browser.spec-kit.js";

const pair = "4BTC_USDT";
const token = "a-token-that-nobody-guesses";
const program = fileURLToPath(new URL("../../../tools/dist/start/bin.js", import.meta.url));

const withBrowser = it.skipIf(browserFile === undefined && mayLackBrowser);

async function openVenue(port: number): Promise<Sandbox> {
  const sandbox = await startSandbox({ pairs: [pair, "4ETH_USDT", "4LTC_USDT"], seed: 7, port });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function openDesk(sandbox: Sandbox): Promise<Accelerator> {
  const accelerator = await openAccelerator({
    venue: {
      addresses: [sandbox.pushUrl],
      restAddress: sandbox.restUrl,
      backoff: { firstWindowMs: 50, maxWindowMs: 200 },
      rest: { throttle: { coolDownMs: 200, firstProbeMs: 50 } },
    },
    port: 0,
    token,
    credential: new Credential(sandbox.credential),
    // Any other pair is known by its ticker alone until it is looked at.
    pairs: [pair, "4ETH_USDT"],
  });
  onTestFinished(() => accelerator.close());
  return accelerator;
}

/** What the ladder says to whoever cannot see it. */
function ladderWords(page: Page): Promise<string> {
  return page.locator(".area-ladder canvas").getAttribute("aria-label").then(String);
}

/** How many pixels of the ladder's edge have the colour of own orders. */
function ownPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".area-ladder canvas");
    const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
    const { data } = canvas?.getContext("2d")?.getImageData(0, 0, 8, canvas.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) {
        count++;
      }
    }
    return count;
  });
}

/** Writes an order below the best bid, with a take-profit and a stop-loss, looks at it once more, and sends it. */
async function placeOrder(page: Page): Promise<string> {
  const bid = Number(/best bid ([\d.]+)/.exec(await ladderWords(page))?.[1]);
  // Far enough that the market does not come there while a busy machine is at it.
  const price = String(Math.floor(bid) - 600);
  await page.fill("#ticket-price", price);
  await page.fill("#ticket-quantity", "0.012");
  await page.fill("#ticket-takeProfit", String(Math.floor(bid) + 1500));
  await page.fill("#ticket-stopLoss", String(Math.floor(bid) - 1500));
  await page.press("#ticket-quantity", "Enter");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".sent .taken").first().waitFor();
  return price;
}

/** Leaves the field that has the keyboard. */
async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

function bands(page: Page): Promise<string> {
  return page.locator(".bands").innerText();
}

describe("the dashboard in a browser", () => {
  withBrowser(
    "opens, trades, halts, loses the venue and finds it again (skipped where there is no Chromium)",
    async () => {
      const sandbox = await openVenue(0);
      const accelerator = await openDesk(sandbox);
      const browser = await launchBrowser();
      const { page, complaints } = await openPage(browser, accelerator.pageAddress(), { colorScheme: "dark" });
      expect(page.url()).toBe(`${accelerator.url}/app/`);

      // The book moves.
      await expect.poll(() => ladderWords(page)).toMatch(/^Ladder: best ask [\d.]+/);
      const before = await ladderWords(page);
      await expect.poll(() => ladderWords(page)).not.toBe(before);
      await expect.poll(() => page.locator(".bar").innerText()).toMatch(/live 2\/2.*in step/s);
      expect(await findBarriers(page)).toEqual([]);

      // A size that is cut would be a wrong one.
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator(".tape td").first().waitFor();
      const cut = await page.evaluate(() => {
        const tape = document.querySelector(".tape");
        return (tape?.scrollWidth ?? 0) - (tape?.clientWidth ?? 0);
      });
      expect(cut).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });

      // An order with a stop-loss, on the ladder and in the list.
      await page.getByLabel("Steps of price in one row").selectOption("1000");
      const price = await placeOrder(page);
      await expect.poll(() => ownPixels(page)).toBeGreaterThan(10);
      expect(await page.locator("#ticket-price").inputValue()).toBe("");
      expect(await page.locator("#title-ticket").innerText()).toBe("Ticket BTC/USDT");
      // Esc leaves the field: keys are keys again.
      await page.focus("#ticket-quantity");
      await page.keyboard.press("Escape");
      await page.keyboard.press("2");
      const row = page.locator(".rows tr.row");
      await expect.poll(() => row.count()).toBe(1);
      expect((await row.innerText()).replaceAll("\u202f", "")).toMatch(new RegExp(`open long\\s+${price}`));
      expect(await row.locator("td").nth(7).innerText()).not.toBe("–");
      expect(await findBarriers(page)).toEqual([]);

      // Cancelled by the keyboard, and gone.
      await pressKeys(page, "j", "x");
      await expect.poll(() => row.count()).toBe(0);
      await expect.poll(() => ownPixels(page)).toBe(0);

      // Halted, and told what was cancelled.
      await placeOrder(page);
      await expect.poll(() => row.count()).toBe(1);
      const placeOfLadder = await page.locator(".area-ladder").boundingBox();
      await pressKeys(page, "Shift+H");
      await expect.poll(() => bands(page)).toMatch(/Trading is halted: complete.*Orders cancelled: 1, still open: 0/s);
      // What is told moves nothing of what a hand is about to click.
      expect(await page.locator(".area-ladder").boundingBox()).toEqual(placeOfLadder);
      await expect.poll(() => page.getByRole("alert").innerText()).toMatch(/halt/i);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole("button", { name: "Let new orders through again" }).click();
      await expect.poll(() => bands(page)).not.toContain("halted");

      // What is written for one pair is not kept for another.
      await page.fill("#ticket-price", "47000");
      await page.locator(".area-pairs button", { hasText: "ETH/USDT" }).click();
      await expect.poll(() => page.locator("#title-ticket").innerText()).toBe("Ticket ETH/USDT");
      expect(await page.locator("#ticket-price").inputValue()).toBe("");
      await page.locator(".area-pairs button", { hasText: "BTC/USDT" }).click();
      await expect.poll(() => ladderWords(page)).toMatch(/^Ladder: best ask \d{5}/);

      expect(complaints).toEqual([]);

      // The venue goes, and comes back.
      await sandbox.close();
      await expect.poll(() => bands(page)).toContain("The venue is offline");
      await expect.poll(() => page.locator(".area-ladder .cover").innerText()).toMatch(/^(?:Stale|Syncing): /);
      await expect.poll(() => page.locator(".area-pairs .pairs button.stale", { hasText: "LTC/USDT" }).count()).toBe(1);
      await expect.poll(() => page.locator(".area-pairs .pairs button:not(.stale)").count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      await openVenue(sandbox.port);
      await expect.poll(() => bands(page)).not.toContain("offline");
      await expect.poll(() => ladderWords(page)).toMatch(/^Ladder: best ask/);
      await expect.poll(() => page.locator(".area-pairs .pairs button.stale").count()).toBe(0);
      expect(complaints).toEqual([]);

      // The accelerator goes: nothing below is taken for what is now.
      await accelerator.close();
      await expect.poll(() => bands(page)).toContain("No word from the accelerator since");
      await expect.poll(() => page.locator(".desk.offline").count()).toBe(1);
      const figures = page.locator(".bar .item");
      await expect.poll(() => figures.filter({ hasText: /^\s*(?:venue|calls)\s+unknown\s*$/ }).count()).toBe(2);
    },
  );

  withBrowser("opens at the address that npm start prints (skipped where there is no Chromium)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dashboard-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const args = ["--pairs", "2", "--shards", "0", "--port", "0"];
    const started = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void started.kill("SIGKILL"));
    let said = "";
    started.stdout.on("data", (data) => {
      said += String(data);
    });
    const address = /The dashboard opens once.* at (\S+)/;
    await expect.poll(() => said).toMatch(address);
    const { page, complaints } = await openPage(await launchBrowser(), address.exec(said)?.[1] ?? "", {
      viewport: { width: 390, height: 844 },
    });
    await expect.poll(() => ladderWords(page)).toMatch(/^Ladder: best ask [\d.]+/);
    await expect.poll(() => page.locator(".bar").innerText()).toContain("live 2/2");
    await expect.poll(() => page.locator("#title-ticket").innerText()).toMatch(/^Ticket \w+\/USDT$/);
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
