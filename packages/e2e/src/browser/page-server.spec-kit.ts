import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as buildWithEsbuild } from "esbuild";
import { build as buildWithVite } from "vite";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** What a page of these specs has: the whole package, by name. */
const entryText = `
import * as depthwire from "@depthwire/browser";
globalThis.depthwire = depthwire;
globalThis.longTasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
}).observe({ type: "longtask" });
document.documentElement.dataset.ready = "yes";
`;

/** What the page is bundled with. */
export type Bundler = "vite" | "esbuild";

/** Bundles a page that has the browser package, as anybody's page is bundled. @returns the folder of the page */
export async function bundlePage(bundler: Bundler): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "entry.js"), entryText);
  writeFileSync(join(folder, "index.html"), pageText("/entry.js"));
  await bundles[bundler](folder);
  return { folder: join(folder, "dist"), remove: () => rmSync(folder, { recursive: true }) };
}

function pageText(script: string): string {
  return `<!doctype html><title>a page</title><script type="module" src="${script}"></script>`;
}

const bundles: Readonly<Record<Bundler, (folder: string) => Promise<unknown>>> = {
  vite: (folder) =>
    buildWithVite({
      configFile: false,
      root: folder,
      logLevel: "error",
      worker: { format: "es" },
      build: { target: "es2022", modulePreload: { polyfill: false }, minify: true, assetsDir: "assets" },
    }),
  async esbuild(folder) {
    await buildWithEsbuild({
      absWorkingDir: folder,
      entryPoints: { entry: "./entry.js", "shard-worker": "@depthwire/browser/shard-worker" },
      outdir: "dist/assets",
      bundle: true,
      format: "esm",
      target: "es2022",
      minify: true,
      logLevel: "error",
    });
    writeFileSync(join(folder, "dist/index.html"), pageText("/assets/entry.js"));
  },
};

/** What a page is served with. */
export interface PageTerms {
  /** Further directives of its policy, and those that replace the strict ones. */
  readonly policy?: Readonly<Record<string, string>>;
  /** Whether it shares memory with workers. */
  readonly isolation?: "isolated" | "shared";
}

/** A server of pages, all of one origin. */
export interface PageServer {
  readonly origin: string;
  /** The address of the page under these terms. */
  address(terms?: PageTerms): string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".map": "text/plain",
};

/** Nothing but what is named may be loaded; no eval. */
const strictPolicy: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self' http://127.0.0.1:* ws://127.0.0.1:*",
};

/** Serves the page of `folder`. What comes with a page comes with its scripts and workers, too: a worker has the policy of its own answer. */
export async function servePages(folder: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://page");
    const [, encoded = "", ...path] = url.pathname.split("/");
    const terms = JSON.parse(decodeURIComponent(encoded) || "{}") as PageTerms;
    const file = path.join("/") || "index.html";
    try {
      const text = readFileSync(join(folder, file), "utf8").replaceAll("/assets/", `/${encoded}/assets/`);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", ...headersOf(terms) }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: (terms = {}) => `${origin}/${encodeURIComponent(JSON.stringify(terms))}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function headersOf({ policy = {}, isolation = "shared" }: PageTerms): Readonly<Record<string, string>> {
  const directives = Object.entries({ ...strictPolicy, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  const isolated = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
  };
  return { "content-security-policy": directives.join("; "), ...(isolation === "isolated" ? isolated : {}) };
}
