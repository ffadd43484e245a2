import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const page = fileURLToPath(new URL("../../../playground/dist/site", import.meta.url));

/** Somewhere below a host's root. */
const path = "/somewhere/below/try";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** The policy that stands in the page. */
export async function policyOfPage(): Promise<string> {
  const text = await readFile(`${page}/index.html`, "utf8");
  return /content="(default-src [^"]+)"/.exec(text)?.[1] ?? "";
}

/**
 * A host on loopback that has the page's files below a path of its own and nothing else.
 *
 * @param policy sent as a header with every file, which covers workers too; empty: none is sent
 */
export async function hostPage(policy = ""): Promise<{ readonly address: string; readonly refused: string[] }> {
  const refused: string[] = [];
  const server = createServer(async ({ url = "" }, response) => {
    const file = url === `${path}/` ? "/index.html" : url.slice(path.length);
    try {
      const bytes = await readFile(page + file);
      if (policy !== "") {
        response.setHeader("content-security-policy", policy);
      }
      response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
      response.end(bytes);
    } catch {
      refused.push(url);
      response.statusCode = 404;
      response.end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}/`, refused };
}
