import { request as ask, createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a venue that carries orders out and ends the connection in place of their answers, as long as it is told to. */
export interface CuttingProxy {
  readonly address: string;
  /** Signatures of the orders that came, in their order. */
  readonly signatures: string[];
}

/** @param cuts how many answers to orders are cut off; the others come back */
export async function startCuttingProxy(venue: string, cuts: number): Promise<CuttingProxy> {
  const signatures: string[] = [];
  const server = createServer(async (asked, response) => {
    const isOrder = asked.method === "POST" && asked.url?.endsWith("/order/open") === true;
    if (isOrder) {
      signatures.push(String(asked.headers["svc-api-sign"]));
    }
    const mustCut = isOrder && signatures.length <= cuts;
    const body = await textOf(asked);
    const { host: _, connection: __, ...headers } = asked.headers;
    const passed = ask(venue + asked.url, { method: asked.method, headers }, async (answer) => {
      const answered = await textOf(answer);
      if (mustCut) {
        asked.socket.destroy();
      } else {
        response.writeHead(answer.statusCode ?? 500, answer.headers).end(answered);
      }
    });
    passed.on("error", () => asked.socket.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, signatures };
}

async function textOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
