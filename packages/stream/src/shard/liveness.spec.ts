import { beforeEach, describe, expect, test } from "vitest";
import { specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { maxUnreadableInRow } from "../session/unreadable-run.js";
import { ShardScene } from "../spec-kit/shard-scene.spec-kit.js";
import { specWires } from "../spec-kit/wire.spec-kit.js";

describe.each(specWires.slice(0, 2))("a connection of %s", (_what, wire) => {
  let scene: ShardScene;
  const depth = wire.channel(`${specPair}_depth`);
  const deals = wire.channel(`${specPair}_deals`);

  beforeEach(() => {
    scene = new ShardScene(wire);
    scene.goLive();
    scene.open(1, `${specPair}_deals`);
  });

  test("answers the venue's JSON ping with its number", () => {
    scene.socket.bytes(wire.control({ ping: 1_639_124_171_584 }));
    expect(scene.socket.sent.at(-1)).toBe('{"pong":1639124171584}');
    scene.socket.bytes(wire.control({ pong: 1_639_124_171_584 }));
    expect(scene.shard.statistics().rejected).toEqual({});
  });

  test("that is half open is found within 15 s, after pings of both kinds", () => {
    const { socket } = scene;
    const heardAtMs = scene.clock.monotonicMs();
    while (socket.closedWith === undefined) {
      scene.clock.advance(100);
    }
    expect(scene.clock.monotonicMs() - heardAtMs).toBeLessThanOrEqual(15_000);
    expect([socket.pings > 0, socket.sent.some((text) => text.startsWith('{"ping":'))]).toEqual([true, true]);
    expect(scene.view()).toMatchObject({ status: "stale", reason: "disconnected" });
    expect(scene.items().at(-1)).toEqual({ kind: "status", status: "disconnected" });
  });

  test.each(["JSON", "control frames"])("lives through 24 quiet hours in which its pings are answered by %s", (how) => {
    const { socket } = scene;
    socket.onSend = (text) => {
      const { ping } = JSON.parse(text) as { ping?: number };
      if (ping !== undefined) {
        scene.clock.after(50, () =>
          how === "JSON" ? socket.bytes(wire.control({ pong: ping })) : socket.controlFrame(),
        );
      }
    };
    scene.clock.advance(24 * 3_600_000);
    expect(scene.network.sockets).toHaveLength(1);
    expect(socket.channels).toEqual([`+${depth}`, `+${deals}`]);
    expect(scene.view()).toMatchObject({ status: "live", epoch: 1 });
  });

  test("on which nothing can be read any more is ended, and the next one made", () => {
    const { socket } = scene;
    const harm = (messages: number): void => {
      for (let message = 0; message < messages; message++) {
        socket.bytes(new TextEncoder().encode("nonsense"));
      }
    };
    harm(maxUnreadableInRow - 1);
    socket.bytes(wire.control({ pong: 1 }));
    harm(maxUnreadableInRow - 1);
    expect([socket.closedWith, scene.shard.statistics().unreadableConnections]).toEqual([undefined, 0]);
    harm(1);
    expect([socket.closedWith, scene.shard.statistics().unreadableConnections]).toEqual([1000, 1]);
    expect(scene.view()).toMatchObject({ status: "stale", reason: "disconnected" });
    scene.clock.advance(5_000);
    expect(scene.network.sockets).toHaveLength(2);
  });

  test("has everything applied again exactly once, however often it breaks and wherever", () => {
    for (let round = 0; round < 50; round++) {
      scene.breakOff();
      if (round % 3 !== 0) {
        scene.socket.open();
        expect(scene.socket.channels).toEqual([`+${depth}`, `+${deals}`]);
        scene.snapshot(100 + round);
        expect(scene.view()).toMatchObject({ status: "live", seq: 100 + round });
      }
    }
    expect(scene.shard.statistics()).toMatchObject({ connects: 34, connectionsLost: 33, connectFailures: 17 });
  });

  test("goes on to the next address when one fails, and around", () => {
    const addresses = [scene.socket.address];
    for (let round = 0; round < 4; round++) {
      scene.breakOff();
      addresses.push(scene.socket.address);
    }
    expect(addresses).toEqual(["ws://one", "ws://two", "ws://one", "ws://two", "ws://one"]);
  });

  test("that was stable keeps its address", () => {
    scene.passQuietly(31);
    scene.breakOff();
    expect(scene.socket.address).toBe("ws://one");
  });
});
