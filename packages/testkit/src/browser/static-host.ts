import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** What a host has, and what stands in front of it. */
export interface StaticHostOptions {
  /** Folders of files, the first that has one wins. */
  readonly folders: readonly string[];
  /** Path below which the files are, without a slash at its end; the host's root without it. */
  readonly below?: string;
  /** Content-Security-Policy of every file, a worker's too. It may name what is known only when the host listens. None without it, or empty. */
  readonly policy?: () => string;
  /** A free one without it. */
  readonly port?: number;
}

/** A host on loopback. */
export interface StaticHost {
  /** Its origin, without a slash at the end. */
  readonly address: string;
  /** Paths that were asked for and are not there. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves files as any static host would: nothing but them, on loopback. A browser that asks by itself for an icon gets an empty one. */
export async function hostFiles(options: StaticHostOptions): Promise<StaticHost> {
  const refused: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, options, refused).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { folders, below = "", policy = () => "" }: StaticHostOptions,
  refused: string[],
): Promise<void> {
  const url = request.url ?? "/";
  const path = decodeURIComponent(url.replace(/\?.*/, ""));
  const content = path.startsWith(`${below}/`) ? await contentOf(folders, path.slice(below.length)) : undefined;
  if (content === undefined) {
    const isIcon = path === "/favicon.ico";
    if (!isIcon) {
      refused.push(url);
    }
    response.writeHead(isIcon ? 200 : 404).end();
    return;
  }
  const { bytes, name } = content;
  const said = policy();
  response
    .writeHead(200, {
      "content-type": types[extname(name)] ?? "application/octet-stream",
      ...(said === "" ? {} : { "content-security-policy": said }),
    })
    .end(bytes);
}

/** The file at an absolute path below the first folder that has one; a folder's is its index. */
async function contentOf(
  folders: readonly string[],
  path: string,
): Promise<{ readonly bytes: Buffer; readonly name: string } | undefined> {
  const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
  for (const folder of folders) {
    try {
      return { bytes: await readFile(join(folder, name)), name };
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
