import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startSandbox } from "@depthwire/sandbox";
import { debiansChromium, hostFiles, quietFlags } from "@depthwire/testkit/browser";
import { type Browser, chromium } from "playwright-core";
import { build as buildWithVite } from "vite";
import { bundle } from "../bundle.js";
import type { Place, SmokeReport } from "../smoke/scene.js";
import type { Trial, TrialWorld } from "../trial.js";

const program = debiansChromium();

/** Nothing but the page's own files, and no evaluation of text; `connect-src` also names the venue. */
const strictPolicy = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'";
/** The same, but WebAssembly may be compiled. */
const wasmPolicy = strictPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

const page = '<!doctype html><meta charset="utf-8"><title>Smoke</title><script type="module" src="./page.js"></script>';

/** A page, bundled two ways, in Chromium under a policy that bars evaluation: once with WebAssembly, once without. */
export const chromiumTrials: readonly Trial[] = [
  chromiumTrial("chromium-esbuild", bundlePage, wasmPolicy, "compiled"),
  chromiumTrial("chromium-vite", buildPage, strictPolicy, "barred"),
];

function chromiumTrial(
  name: string,
  make: (folder: string, to: string) => Promise<void>,
  policy: string,
  wasm: SmokeReport["scene"]["wasm"],
): Trial {
  return {
    name,
    extent: "short",
    missing: () => (program === undefined ? "Chromium is not installed" : undefined),
    run: async (world) => {
      const to = join(world.folder, name);
      await mkdir(to);
      await make(world.folder, to);
      const report = await openPage(world, to, policy);
      if (report.scene.wasm !== wasm) {
        return `WebAssembly is ${report.scene.wasm} there and not ${wasm}`;
      }
      return world.judge(report, "sockets");
    },
  };
}

/** esbuild is given the worker of a shard as an entry of its own, beside the page's script. */
async function bundlePage(folder: string, to: string): Promise<void> {
  const shardWorker = createRequire(join(folder, "package.json")).resolve("@depthwire/browser/shard-worker");
  await bundle(join(folder, "smoke/page.js"), "page", join(to, "page.js"));
  await bundle(shardWorker, "page", join(to, "shard-worker.js"));
  await writeFile(join(to, "index.html"), page);
}

/** Vite finds the worker by itself. */
async function buildPage(folder: string, to: string): Promise<void> {
  await writeFile(join(folder, "smoke/index.html"), page);
  await buildWithVite({
    root: join(folder, "smoke"),
    configFile: false,
    logLevel: "silent",
    build: { outDir: to, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
}

/** The venue is of another origin, and lets pages of this one in. */
async function openPage({ folder, timeLimitMs }: TrialWorld, files: string, policy: string): Promise<SmokeReport> {
  let allowed = "'self'";
  const server = await hostFiles({ folders: [files, folder], policy: () => `${policy}; connect-src ${allowed}` });
  const venue = await startSandbox({ pairs: ["4BTC_USDT"], allowOrigins: [server.address] });
  const { pushUrl, restUrl, credential } = venue;
  const place: Place = { pushUrl, restUrl, credential };
  allowed += ` ${new URL(pushUrl).origin} ${new URL(restUrl).origin}`;
  await writeFile(join(files, "place.json"), JSON.stringify(place));
  const browser = await chromium.launch({ executablePath: program ?? "chromium", args: quietFlags });
  try {
    return await reportOf(browser, server.address, timeLimitMs);
  } finally {
    await browser.close();
    await venue.close();
    await server.close();
  }
}

/** The page says one line to its console at its end. Its books are kept in a worker. */
async function reportOf(browser: Browser, address: string, timeLimitMs: number): Promise<SmokeReport> {
  const opened = await browser.newPage();
  const said = opened.waitForEvent("console", {
    predicate: (message) => /^smoke-(report|failed) /.test(message.text()),
    timeout: timeLimitMs,
  });
  // Where the page cannot be opened, nobody waits for it.
  said.catch(() => undefined);
  let workers = 0;
  opened.on("worker", () => workers++);
  await opened.goto(address);
  const text = (await said).text();
  if (text.startsWith("smoke-failed ")) {
    throw new Error(text.slice("smoke-failed ".length));
  }
  if (workers === 0) {
    throw new Error("the page started no worker: the bundler did not find it");
  }
  return JSON.parse(text.slice("smoke-report ".length)) as SmokeReport;
}
