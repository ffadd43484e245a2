import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { open, proxiedEcho, until } from "./proxied-echo.spec-kit.js";

const echo = proxiedEcho();

describe("startFaultProxy", () => {
  test("without faults everything passes, ends included", async () => {
    const client = await open(echo);
    const text = "x".repeat(3_000_000);
    client.socket.end(text);
    await until(() => client.ended);
    expect(client.text() === text).toBe(true);
    await until(() => echo.proxy.alive === 0);
    expect(echo.proxy.accepted).toBe(1);
  });

  test("latency delays without reordering", async () => {
    echo.proxy.toServer.latencyMs = 40;
    echo.proxy.toClient.latencyMs = 40;
    const client = await open(echo);
    const startMs = performance.now();
    client.socket.write("a");
    await sleep(10);
    client.socket.write("b");
    await until(() => client.text() === "ab");
    expect(performance.now() - startMs).toBeGreaterThan(75);
  });

  test("bandwidth bounds the rate", async () => {
    echo.proxy.toClient.bytesPerSecond = 100_000;
    const client = await open(echo);
    const startMs = performance.now();
    client.socket.write(Buffer.alloc(10_000));
    await until(() => client.text().length === 10_000);
    expect(performance.now() - startMs).toBeGreaterThan(90);
  });

  test("slicing hands on small pieces", async () => {
    echo.proxy.toClient.sliceBytes = 3;
    const client = await open(echo);
    client.socket.write("abcdefgh");
    await until(() => client.text() === "abcdefgh");
    expect(client.chunks.length).toBeGreaterThan(1);
  });

  test("a black hole loses bytes and closings, and nobody learns of it", async () => {
    const client = await open(echo);
    client.socket.write("before");
    await until(() => client.text() === "before");
    echo.proxy.toServer.flow = "drop";
    echo.proxy.toClient.flow = "drop";
    client.socket.write("lost");
    echo.served[0]?.resetAndDestroy();
    await sleep(40);
    expect([client.text(), client.ended, client.errorCode]).toEqual(["before", false, undefined]);
  });

  test("a held link catches up when it heals", async () => {
    const client = await open(echo);
    echo.proxy.toServer.flow = "hold";
    client.socket.write("late");
    await sleep(30);
    expect(client.text()).toBe("");
    echo.proxy.toServer.flow = "pass";
    await until(() => client.text() === "late");
  });

  test.each([
    ["end", true, undefined],
    ["reset", false, "ECONNRESET"],
    ["silence", false, undefined],
  ] as const)("cuts off after byte 5, then %s", async (thenDo, ended, errorCode) => {
    echo.proxy.toClient.passBytes = 5;
    echo.proxy.toClient.thenDo = thenDo;
    // Slices reach the client before a reset could discard them.
    echo.proxy.toClient.sliceBytes = 1;
    const client = await open(echo);
    client.socket.write("0123456789");
    await until(() => client.text().length >= 5 || client.errorCode !== undefined);
    await sleep(20);
    if (thenDo === "reset") {
      expect("01234".startsWith(client.text())).toBe(true);
    } else {
      expect(client.text()).toBe("01234");
    }
    expect([client.ended, client.errorCode]).toEqual([ended, errorCode]);
  });

  test("tells how many bytes it handed on, so that a live connection can be cut off amid a message", async () => {
    const client = await open(echo);
    client.socket.write("0123456789");
    await until(() => client.text().length === 10);
    echo.proxy.toClient.passBytes = echo.proxy.passedToClient + 4;
    echo.proxy.toClient.thenDo = "end";
    client.socket.write("abcdefgh");
    await until(() => client.ended);
    expect(client.text()).toBe("0123456789abcd");
  });

  test("a server that speaks into a healed black hole learns that its client is gone", async () => {
    const client = await open(echo);
    await until(() => echo.served.length === 1);
    echo.proxy.toServer.flow = "drop";
    echo.proxy.toClient.flow = "drop";
    client.socket.destroy();
    await sleep(20);
    expect(echo.proxy.alive).toBe(1);
    echo.proxy.toServer.flow = "pass";
    echo.proxy.toClient.flow = "pass";
    await until(() => {
      // The first word is answered by a reset, the next one meets it.
      echo.served[0]?.write("anybody there?");
      return echo.proxy.alive === 0;
    });
  });

  test("a slow close holds the end back", async () => {
    echo.proxy.toClient.closeDelayMs = 60;
    const client = await open(echo);
    const startMs = performance.now();
    client.socket.end("bye");
    await until(() => client.text() === "bye");
    expect(client.ended).toBe(false);
    await until(() => client.ended);
    expect(performance.now() - startMs).toBeGreaterThan(55);
  });

  test.each(["reset", "end"] as const)("cut(%s) ends every connection", async (how) => {
    const [first, second] = [await open(echo), await open(echo)];
    await until(() => echo.served.length === 2);
    echo.proxy.cut(how);
    await until(() => first.socket.destroyed && second.socket.destroyed);
    expect(first.errorCode).toBe(how === "reset" ? "ECONNRESET" : undefined);
    await until(() => echo.proxy.alive === 0);
  });

  test("can refuse new connections", async () => {
    echo.proxy.newConnections = "reset";
    const client = await open(echo);
    await until(() => client.errorCode === "ECONNRESET");
    expect([echo.proxy.accepted, echo.proxy.alive]).toEqual([1, 0]);
  });

  test("a server that is not there resets the client", async () => {
    echo.server.close();
    await once(echo.server, "close");
    const client = await open(echo);
    await until(() => client.errorCode === "ECONNRESET");
  });
});
