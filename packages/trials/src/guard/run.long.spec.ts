import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { parseGuardOptions } from "./options.js";
import { guardCases, runGuard } from "./run.js";
import { openSandbox } from "./sandbox-subject.js";
import type { OpenSubject } from "./subject.js";

const quiet = (): void => {};

it("finds nothing wrong with the sandbox", async () => {
  const { summary, failures } = await runGuard(openSandbox);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ wrong: 0 });
  expect(summary.cases).toBeGreaterThanOrEqual(40);
}, 60_000);

/** A program without a door: everybody reads and changes, nobody is refused. */
const openDoorless: OpenSubject = async ({ host = "127.0.0.1" }) => {
  let changes = 0;
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.method === "POST") {
      changes += 1;
    }
    response.end("result");
  });
  server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    readTarget: "/",
    changeTarget: "/",
    changeBody: "{}",
    upgradeTarget: "/",
    changes: () => changes,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

it("finds every refusal missing in a program without a door", async () => {
  const { summary, failures } = await runGuard(openDoorless);
  expect(summary.wrong).toBeGreaterThanOrEqual(summary.refused);
  const refused = guardCases.filter(({ expected }) => expected.status >= 400);
  for (const { name } of refused) {
    expect(failures.some((failure) => failure.startsWith(name))).toBe(true);
  }
}, 60_000);

it("has a name of its own for each way to ask", () => {
  const names = guardCases.map(({ name, setup, address }) => `${name} ${address ?? ""} ${JSON.stringify(setup)}`);
  expect(new Set(names).size).toBe(names.length);
});

it("reads its command line", () => {
  const parse = (...argv: string[]): unknown => parseGuardOptions(argv, { out: quiet, err: quiet });
  expect(parse()).toEqual({ summary: "text" });
  expect(parse("--json")).toEqual({ summary: "json" });
  expect(parse("--help")).toEqual({ exitCode: 0 });
  expect(parse("--nonsense")).toEqual({ exitCode: 2 });
});
