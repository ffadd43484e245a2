import { expect, it, onTestFinished } from "vitest";
import type { ClientLine } from "./client-line.js";
import { ClientProcess } from "./client-process.js";
import { isSoon } from "./until.js";

const start = {
  task: "books",
  pair: "P",
  pushUrl: "ws://push",
  restUrl: "http://rest",
  keyFile: "/key",
  toleranceMs: 5,
} as const;

/** A client, and the lines that were heard of it. */
function started(command: string) {
  const heard: ClientLine[] = [];
  const client = new ClientProcess({ command, ...start }, (line) => heard.push(line));
  onTestFinished(() => client.end());
  return { client, heard };
}

it("a client that has ended has said what it complained of last, also where that comes behind its end", async () => {
  const { client } = started('(sleep 0.05; echo "no such thing" >&2) & exit 3');
  expect(client.hasEnded).toBe(false);
  expect(await isSoon(20_000, () => client.hasEnded)).toBe(true);
  expect(client.complaint).toBe("no such thing");
});

it("a client has ended soon, too, where what it started holds its output", async () => {
  const { client } = started("sleep 600 & exit 0");
  expect(await isSoon(20_000, () => client.hasEnded)).toBe(true);
});

it("a client is told where everything is, hears what it is told, and its lines are heard", async () => {
  const names = ["TASK", "PAIR", "PUSH", "REST", "KEY_FILE", "TOLERANCE_MS"].map((name) => `$CONFORMANCE_${name}`);
  const { client, heard } = started(`echo "${names.join(" ")} $NO_PROXY" >&2; cat; echo '{"torn"'`);
  client.tell({ ready: true });
  client.tell({ order: "1", state: "placed" });
  await expect.poll(() => heard).toEqual([{ kind: "ready" }, { kind: "order", clientId: "1", state: "placed" }]);
  expect(client.hasEnded).toBe(false);
  await client.end();
  expect(client.complaint).toBe("books P ws://push http://rest /key 5 *");
  expect(client.strange).toEqual({ count: 1, last: '{"torn"' });
});
