import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createNodeHttpClient } from "./http-client.js";

/** As Bun has it: classes of the same names that do nothing. */
vi.mock("undici", () => {
  const StandIn = vi.fn();
  return { Agent: StandIn, EnvHttpProxyAgent: StandIn, Pool: StandIn, ProxyAgent: StandIn };
});

it.each(["environment", "none"] as const)(
  "where the library is a stand-in, fetch makes the calls; proxy: %s",
  async (proxy) => {
    const server = createServer((request, response) => response.end(`heard ${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const client = createNodeHttpClient({ proxy });
    const { port } = server.address() as AddressInfo;
    const asked = { method: "GET", target: "/here", headers: {} } as const;
    const { status, body } = await client.request(`http://127.0.0.1:${port}`, asked, { maxBodyBytes: 1_000 });
    expect([status, Buffer.from(body).toString("utf8")]).toEqual([200, "heard /here"]);
    await client.close();
  },
);
