import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { debiansChromium } from "@depthwire/testkit/browser";
import { describe, expect, it, onTestFinished } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

const browser = debiansChromium();

/** Where a browser must be there, its absence is a failure. */
const mayLackBrowser = process.env["CI"] === undefined;

const guide = new URL("../../../../docs/guides/accelerator.md", import.meta.url);
const readme = new URL("../../README.md", import.meta.url);

describe("the API page", () => {
  it("loads its own files alone, under a policy that lets nothing else in", async () => {
    const { accelerator } = await setScene({ credential: undefined });
    const page = await fetch(`${accelerator.url}/docs`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    const text = await page.text();
    expect(text).not.toMatch(/<style|style=|<script>| on[a-z]+=|:\/\//);
    const loaded = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    expect(loaded).toHaveLength(4);
    for (const path of loaded) {
      const file = await fetch(accelerator.url + path);
      expect(file.status, path).toBe(200);
      expect((await file.text()).length, path).toBeGreaterThan(50);
    }
    expect((await fetch(`${accelerator.url}/docs/..%2Fpackage.json`)).status).toBe(404);
  });

  it.skipIf(browser === undefined && mayLackBrowser)(
    "shows every operation in a browser, which complains of nothing (skipped where there is no Chromium)",
    { timeout: 120_000 },
    async () => {
      const { accelerator, ask } = await setScene({ credential: undefined });
      const home = await mkdtemp(join(tmpdir(), "depthwire-browser-"));
      onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
      const args = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        `--user-data-dir=${home}`,
        "--enable-logging=stderr",
        "--virtual-time-budget=60000",
        "--dump-dom",
        `${accelerator.url}/docs`,
      ];
      const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, HOME: home } };
      const { stdout, stderr } = await promisify(execFile)(browser ?? "chromium", args, options);
      const described = (await ask("/openapi.json")).body["paths"] as Record<string, object>;
      const shown = [...stdout.matchAll(/opblock-summary-path[^>]*data-path="([^"]*)"/g)].map(([, path]) => path);
      const wanted = Object.entries(described).flatMap(([path, item]) => Object.keys(item).map(() => path));
      expect(shown.toSorted()).toEqual(wanted.toSorted());
      expect(stderr.split("\n").filter((line) => line.includes(":CONSOLE"))).toEqual([]);
    },
  );
});

/** Paths that a text names, with what stands for their parts. */
function addressesIn(text: string): readonly { readonly methods: readonly string[]; readonly path: string }[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const named = spans.flatMap((span) => {
    const [, methods = "GET", path] =
      /^(?:((?:GET|POST|DELETE)(?:`?, ?`?(?:GET|POST|DELETE))*) )?(\/[a-z][\w/{}.-]*|\/)(?:\?.*)?$/i.exec(span) ?? [];
    return path === undefined ? [] : [{ methods: methods.split(/\W+/), path }];
  });
  const called = [...text.matchAll(/http:\/\/127\.0\.0\.1:8080(\/[^\s"'`?]*)/g)].map(([, path = ""]) => ({
    methods: ["GET", "POST"],
    path,
  }));
  return [...named, ...called].map(({ methods, path }) => ({
    methods,
    path: path.replace("{pair}", pair).replace("{period}", "1min").replace("{orderId}", "1"),
  }));
}

describe("every address that the guide names", () => {
  it("answers, and what nothing answers is told its nearest", async () => {
    const { ask, accelerator } = await setScene({ pairs: [pair] });
    const found = addressesIn(`${await readFile(guide, "utf8")}\n${await readFile(readme, "utf8")}`);
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining([`/book/${pair}`, "/docs", "/orders", "/"]));
    for (const { methods, path } of found) {
      const statuses = await Promise.all(methods.map((method) => statusOf(accelerator.url + path, method)));
      expect(
        statuses.some((status) => status !== 404 && status !== 405),
        path,
      ).toBe(true);
    }
    expect((await ask(`/boks/${pair}`)).body.error?.msg).toContain(`did you mean GET /book/${pair}?`);
    expect((await ask("/doc")).body.error?.msg).toContain("did you mean GET /docs?");
  });
});

/** The status of an answer, which may go on for ever. Nothing is changed: what is posted lacks everything. */
async function statusOf(url: string, method: string): Promise<number> {
  const ending = new AbortController();
  const headers = { "content-type": "application/json" };
  const body = method === "GET" ? null : '{"nothing":true}';
  try {
    return (await fetch(url, { method, headers, body, signal: ending.signal })).status;
  } finally {
    ending.abort();
  }
}
