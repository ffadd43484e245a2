import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exitCodes } from "../../program/exit-codes.js";
import { relayCommands } from "./commands.js";
import { RelayScene, scenePairs } from "./relay-scene.spec-kit.js";

/** Commands that go on until somebody ends them, unless an option says how far they go. */
const followers = ["relay serve", "relay follow"];

describe.skipIf(lacksNatsServer)("the examples of relay's help (skipped where nats-server is missing)", () => {
  let scene: RelayScene;

  beforeAll(async () => {
    scene = await RelayScene.open();
    const owners = [scene.serve("first"), scene.serve("second")];
    await owners[0]?.said({ event: "owns" });
    const { exitCode } = await scene.run(["relay", "follow", ...scenePairs, "--once"]);
    expect(exitCode).toBe(exitCodes.done);
  });
  afterAll(() => scene.close());

  const lines = relayCommands.flatMap(({ name, examples }) => examples.map(({ line }) => ({ name, line })));

  it.each(lines)("depthwire $line", async ({ name, line }) => {
    const stop = new AbortController();
    const isFollower = followers.includes(name);
    expect(line.startsWith(name)).toBe(true);
    // Where figures are is said first, before a server takes part in anything.
    const onOut = (text: string) => isFollower && !text.startsWith("Figures:") && stop.abort();
    const end = await scene.run(line.split(" "), { signal: stop.signal, onOut });
    expect(end, end.err).toMatchObject({ exitCode: exitCodes.done });
  });
});
