import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { listen, shut } from "./http-server.js";

const refusal = (option: string, rule: string, code: string) => ({
  code: "option-invalid",
  details: { option, rule },
  cause: expect.objectContaining({ code }),
});

it("a port that is taken, and an address that is another computer's, are refused each by its option", async () => {
  const [first, second] = [createServer(), createServer()];
  onTestFinished(() => shut(first));
  const port = await listen(first, 0, "127.0.0.1");
  expect(port).toBeGreaterThan(0);
  await expect(listen(second, port, "127.0.0.1")).rejects.toMatchObject(
    refusal("port", "a free port of 127.0.0.1", "EADDRINUSE"),
  );
  await expect(listen(second, 0, "192.0.2.7")).rejects.toMatchObject(
    refusal("bind", "an address of this computer", "EADDRNOTAVAIL"),
  );
  expect(second.listenerCount("error")).toBe(0);
});

it("a server that is shut has ended what was open, and its port is free", async () => {
  const server = createServer(() => undefined);
  const port = await listen(server, 0, "127.0.0.1");
  expect(server.listenerCount("error")).toBe(0);
  const asked = expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  await new Promise((resolve) => server.once("request", resolve));
  await shut(server);
  await asked;
  const next = createServer();
  onTestFinished(() => shut(next));
  expect(await listen(next, port, "127.0.0.1")).toBe(port);
});
