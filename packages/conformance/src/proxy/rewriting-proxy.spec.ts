import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { plainFrame } from "./depth-message.js";
import { RewritingProxy } from "./rewriting-proxy.js";

/** A client at a venue, with a proxy between them; everybody notes what it hears. */
async function scene(beforeOpen: (client: WebSocket) => void = () => undefined) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, autoPong: false });
  await once(server, "listening");
  const joined = once(server, "connection") as Promise<[WebSocket, { readonly url: string }]>;
  const proxy = await RewritingProxy.open(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu/v1/push`);
  const client = new WebSocket(proxy.pushUrl, { autoPong: false });
  const heard: { readonly client: string[]; readonly venue: string[] } = { client: [], venue: [] };
  const listen = (socket: WebSocket, to: string[]): void => {
    socket.on("message", (data: Buffer, binary) => to.push(`${binary ? "binary" : "text"} ${data}`));
    socket.on("ping", (data) => to.push(`ping ${data}`));
    socket.on("pong", (data) => to.push(`pong ${data}`));
    socket.on("close", () => to.push("closed"));
    socket.on("error", () => undefined);
  };
  listen(client, heard.client);
  client.once("open", () => beforeOpen(client));
  const [venue, { url }] = await joined;
  listen(venue, heard.venue);
  if (client.readyState !== WebSocket.OPEN) {
    await once(client, "open");
  }
  onTestFinished(async () => {
    await proxy.close();
    for (const socket of server.clients) {
      socket.terminate();
    }
    server.close();
  });
  return { server, proxy, client, venue, heard, path: url };
}

it("everything passes as it is, both ways, signs of life too, at the venue's own path", async () => {
  const { client, venue, heard, path, proxy } = await scene((early) => early.send("at once"));
  await expect.poll(() => heard.venue).toEqual(["text at once"]);
  client.send("text");
  client.send(Buffer.from("bytes"));
  client.ping("1");
  client.pong("2");
  venue.send("text");
  venue.send(Buffer.from("bytes"));
  venue.ping("3");
  venue.pong("4");
  await expect.poll(() => heard.venue).toEqual(["text at once", "text text", "binary bytes", "ping 1", "pong 2"]);
  await expect.poll(() => heard.client).toEqual(["text text", "binary bytes", "ping 3", "pong 4"]);
  expect([path, new URL(proxy.pushUrl).pathname]).toEqual(["/cbu/v1/push", "/cbu/v1/push"]);
});

it("a message about depth becomes what is wanted; what is none, or is not to change, stays", async () => {
  const { proxy, venue, heard } = await scene();
  const depth = (seq: number) => ({ topic: "P_depth", t: 1, d: { pair: "P", ut: 1, seq, add: null, del: null } });
  proxy.rewrite = (message) => (message.d.seq === 1 ? [depth(8), depth(9)] : message.d.seq === 2 ? [] : undefined);
  for (const message of [depth(1), depth(2), depth(3), { topic: "P_deals" }]) {
    venue.send(plainFrame(message));
  }
  const whole = [depth(8), depth(9), depth(3), { topic: "P_deals" }].map((message) => `text ${plainFrame(message)}`);
  await expect.poll(() => heard.client).toEqual(whole);
});

it("a dead connection stays open, and nothing passes any more, in neither direction", async () => {
  const { server, proxy, client, venue, heard } = await scene();
  proxy.die();
  client.send("lost");
  client.ping();
  venue.send("lost");
  venue.ping();
  venue.pong();
  server.once("connection", (socket) => socket.on("message", () => socket.send("another connection lives")));
  const next = new WebSocket(proxy.pushUrl);
  next.once("open", () => next.send("?"));
  await once(next, "message");
  expect([heard.client, heard.venue, client.readyState]).toEqual([[], [], WebSocket.OPEN]);
  next.terminate();
});

it("an end on either side is one on the other", async () => {
  const cut = await scene();
  cut.proxy.cut();
  await expect.poll(() => [cut.heard.client, cut.heard.venue]).toEqual([["closed"], ["closed"]]);
  const left = await scene();
  left.client.terminate();
  await expect.poll(() => left.heard.venue).toEqual(["closed"]);
  const ended = await scene();
  ended.venue.terminate();
  await expect.poll(() => ended.heard.client).toEqual(["closed"]);
});
