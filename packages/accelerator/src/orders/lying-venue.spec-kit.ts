import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Sandbox } from "@depthwire/sandbox";
import { onTestFinished } from "vitest";

/** Where orders are placed. */
export const placePath = "/v3/cbu/order/open";
const tooFrequent = JSON.stringify({ state: 2091, msg: "request is too frequency, please try again later" });

/** What a gateway says instead of the venue's answer. */
export interface Lie {
  readonly status: number;
  /** What is told, given what the venue said. */
  readonly text: string | ((said: string) => string);
  readonly path?: string;
}

/** A venue that takes each of the next orders; what it answers is told otherwise. Returns its address, and how many orders came. */
export async function lyingVenue(
  { restUrl }: Sandbox,
  lies: number,
  { status, text: lie, path = placePath }: Lie = { status: 200, text: tooFrequent },
): Promise<{ address: string; orders: () => number }> {
  let left = lies;
  let orders = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/" } = request;
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(?:host|connection|content-length)$/.test(name),
    );
    const body = await text(request);
    const told = await fetch(restUrl + url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === "GET" ? {} : { body }),
    });
    const isOrder = url.startsWith(path);
    orders += isOrder ? 1 : 0;
    const said = await told.text();
    const isLie = isOrder && left-- > 0;
    const lied = typeof lie === "string" ? lie : lie(said);
    response.writeHead(isLie ? status : 200, { "content-type": "application/json" }).end(isLie ? lied : said);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders: () => orders };
}
