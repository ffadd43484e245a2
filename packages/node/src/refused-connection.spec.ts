import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "@depthwire/testkit";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "./connect.js";

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const busy = () =>
  portOf(createHttpServer().on("upgrade", (_, socket) => socket.end("HTTP/1.1 503 Service Unavailable\r\n\r\n")));
const untrusted = () => portOf(createHttpsServer({ ...selfSignedCertificate }));
/** Something listens there that does not speak TLS. */
const plain = () => portOf(createHttpServer());

it.each([
  ["an upgrade with another status", "ws", busy, "upgrade-refused", /^HTTP 503$/],
  ["a certificate that nobody vouches for", "wss", untrusted, "tls-failed", /^DEPTH_ZERO_SELF_SIGNED_CERT$/],
  ["TLS at an address without", "wss", plain, "tls-failed", /^(EPROTO|ERR_SSL_.+)$/],
] as const)("%s is the reason that a view shows, and its cause is counted", async (_, scheme, start, reason, cause) => {
  const venue = connect({ addresses: [`${scheme}://127.0.0.1:${await start()}`] });
  onTestFinished(() => venue.close());
  const book = venue.book("4BTC_USDT");
  await expect.poll(() => book.latest.reason).toBe(reason);
  expect(Object.keys(venue.statistics().connectCauses)).toEqual([expect.stringMatching(cause)]);
});
