import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A package as it reached a registry. */
interface Arrival {
  readonly name: string;
  /** In hexadecimal digits. */
  readonly sha512: string;
}

/** A registry on this machine that takes packages and keeps nothing but what came, in order. */
export interface LoopbackRegistry {
  /** Ends with a slash. */
  readonly address: string;
  readonly arrivals: readonly Arrival[];
  close(): Promise<void>;
}

interface PublishedDocument {
  readonly name: string;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** Opens a registry at a free port of 127.0.0.1. */
export async function openLoopbackRegistry(): Promise<LoopbackRegistry> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.method !== "PUT") {
        response.writeHead(404, { "content-type": "application/json" }).end('{"error":"not found"}');
        return;
      }
      arrivals.push(arrivalOf((await json(request)) as PublishedDocument));
      response.writeHead(201, { "content-type": "application/json" }).end('{"ok":true}');
    };
    answer().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${port}/`, arrivals, close };
}

function arrivalOf({ name, _attachments }: PublishedDocument): Arrival {
  const content = Buffer.from(Object.values(_attachments)[0]?.data ?? "", "base64");
  return { name, sha512: createHash("sha512").update(content).digest("hex") };
}
