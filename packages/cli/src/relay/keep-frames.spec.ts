import { openNatsBus, rawStream } from "@depthwire/nats";
import { connectionOf } from "@depthwire/nats/internal";
import { Subjects } from "@depthwire/relay";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../program/context.js";
import { keepFrames } from "./keep-frames.js";

describe.skipIf(lacksNatsServer)("relay serve --keep (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer("jetstream { max_memory_store: 268435456, max_file_store: 1073741824 }");
  beforeAll(() => server.start());
  afterAll(() => server.remove());

  async function opened() {
    const bus = await openNatsBus({ servers: [server.address], name: "spec" });
    return { bus, subjects: new Subjects("main"), address: server.address };
  }

  const notes: string[] = [];
  const context = { output: { note: (words: string) => notes.push(words) } } as unknown as Context;

  it("keeps frames in memory again when the server has been started anew", async () => {
    const { bus, ...rest } = await opened();
    const end = await keepFrames({ bus, ...rest }, { keep: 10, keepIn: "memory" }, context);
    /** What the server answers about the stream. */
    const stream = async () => {
      const answer = await connectionOf(bus).request(`$JS.API.STREAM.INFO.${rawStream}`);
      return answer.json<{ readonly config?: object }>().config;
    };
    expect(await stream()).toMatchObject({ storage: "memory", max_bytes: 128 * 1_048_576 });
    await server.kill();
    await server.start();
    await expect.poll(() => stream().catch(String)).toMatchObject({ storage: "memory" });
    end();
    await bus.close();
  });

  it("says once that a server which was started anew keeps nothing, and once that it does again", async () => {
    notes.length = 0;
    const configured = server.configuration;
    const { bus, ...rest } = await opened();
    const end = await keepFrames({ bus, ...rest }, { keep: 10, keepIn: "memory" }, context);
    await server.kill();
    server.configuration = "jetstream { max_memory_store: 1048576 }";
    await server.start();
    await expect
      .poll(() => notes, { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^No frames are kept for recorders that are away: /)]);
    await server.kill();
    server.configuration = configured;
    await server.start();
    await expect.poll(() => notes.at(-1), { timeout: 20_000 }).toBe("Frames are kept again.");
    expect(notes).toHaveLength(2);
    end();
    await bus.close();
  });

  it("says where the server has no room, and what gives it some", async () => {
    const { bus, ...rest } = await opened();
    const flags = { keep: 10, keepIn: "memory", keepMegabytes: 1_000 } as const;
    await expect(keepFrames({ bus, ...rest }, flags, context)).rejects.toMatchObject({
      code: "no-frame-store",
      message: expect.stringContaining("no room for 1000 MB of frames in the server's memory"),
      remedy: expect.stringContaining("max_memory_store"),
    });
    await bus.close();
  });

  it("says that what was kept elsewhere is dropped", async () => {
    const { bus, ...rest } = await opened();
    (await keepFrames({ bus, ...rest }, { keep: 10, keepIn: "memory" }, context))();
    notes.length = 0;
    (await keepFrames({ bus, ...rest }, { keep: 10, keepIn: "disk", keepMegabytes: 10 }, context))();
    expect(notes).toEqual(["Frames are kept on the server's disk from now on; what was kept elsewhere is dropped."]);
    await bus.close();
  });
});
