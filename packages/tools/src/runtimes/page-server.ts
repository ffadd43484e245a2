import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** What stands in front of a page's files. */
export interface PageServerOptions {
  /** Folders of files, the first that has one wins. */
  readonly folders: readonly string[];
  /** Content-Security-Policy of every answer. It may name what is known only when the server listens. */
  readonly policy: () => string;
  /** A free one without it. */
  readonly port?: number;
}

/** A server on loopback. */
export interface PageServer {
  readonly address: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
};

/** Serves files as a static host would, with a policy. */
export async function servePages(options: PageServerOptions): Promise<PageServer> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: PageServerOptions): Promise<void> {
  const path = request.url ?? "/";
  const name = normalize(path === "/" ? "/index.html" : path);
  const content = await firstFile(options.folders.map((folder) => join(folder, name)));
  if (content === undefined) {
    response.writeHead(404).end();
    return;
  }
  const type = types[extname(name)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "content-security-policy": options.policy() }).end(content);
}

async function firstFile(paths: readonly string[]): Promise<Buffer | undefined> {
  for (const path of paths) {
    try {
      return await readFile(path);
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
