import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** From dist/browser. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What the page has. Nothing here imports the package for pages: this is a program for Node. */
const entryText = `
import { connect } from "@depthwire/browser";
import { measurePage } from "./benchmarks/dist/browser/measure-page.js";
Object.assign(globalThis, { connect, measurePage });
document.documentElement.dataset.ready = "yes";
`;

/** Pages of a bundle that is made for them. */
export interface BenchmarkPages {
  readonly origin: string;
  /** The page under a policy that has WebAssembly, or has not. */
  address(webAssembly: "allowed" | "barred"): string;
  close(): Promise<void>;
}

/** Bundles the page and serves it on loopback, sharing memory with its workers. */
export async function openBenchmarkPages(): Promise<BenchmarkPages> {
  const folder = mkdtempSync(join(tmpdir(), "bench-page-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  symlinkSync(join(root, "benchmarks"), join(folder, "benchmarks"), "junction");
  writeFileSync(join(folder, "entry.js"), entryText);
  writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="/entry.js"></script>');
  await build({ configFile: false, root: folder, logLevel: "error", build: { target: "es2022" } });
  const server = createServer((request, response) => {
    const [, wasm = "", ...path] = (request.url ?? "").split("/");
    const file = path.join("/") || "index.html";
    try {
      const text = readFileSync(join(folder, "dist", file), "utf8").replaceAll("/assets/", `/${wasm}/assets/`);
      response.writeHead(200, headersOf(wasm, file)).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: (webAssembly) => `${origin}/${webAssembly}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

function headersOf(wasm: string, file: string): Readonly<Record<string, string>> {
  const scripts = wasm === "allowed" ? "'self' 'wasm-unsafe-eval'" : "'self'";
  return {
    "content-type": extname(file) === ".js" ? "text/javascript" : "text/html",
    "content-security-policy": `default-src 'none'; script-src ${scripts}; worker-src 'self'; connect-src ws://127.0.0.1:*`,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
  };
}
