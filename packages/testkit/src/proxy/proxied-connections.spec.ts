import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "./fault-proxy.js";
import { open, proxiedEcho, until } from "./proxied-echo.spec-kit.js";

const echo = proxiedEcho();

describe("connections through a proxy", () => {
  test("hands on nothing more after the cut, also when more would be allowed", async () => {
    echo.proxy.toClient.passBytes = 5;
    echo.proxy.toClient.thenDo = "silence";
    const client = await open(echo);
    client.socket.write("01234");
    await until(() => client.text() === "01234");
    client.socket.write("5");
    await until(() => echo.served.length === 1 && (echo.served[0]?.bytesRead ?? 0) === 6);
    echo.proxy.toClient.passBytes = Number.POSITIVE_INFINITY;
    client.socket.write("6");
    await until(() => (echo.served[0]?.bytesRead ?? 0) === 7);
    await sleep(20);
    expect([client.text(), echo.proxy.passedToClient]).toEqual(["01234", 5]);
  });

  test("counts each connection's bytes for itself, and tells those of the newest", async () => {
    expect(echo.proxy.passedToClient).toBe(0);
    const first = await open(echo);
    first.socket.write("012");
    await until(() => first.text() === "012");
    expect(echo.proxy.passedToClient).toBe(3);
    const second = await open(echo);
    await until(() => echo.proxy.accepted === 2 && echo.proxy.passedToClient === 0);
    second.socket.write("01234");
    await until(() => second.text() === "01234");
    first.socket.write("3456");
    await until(() => first.text() === "0123456");
    expect([echo.proxy.passedToClient, echo.proxy.alive]).toEqual([5, 2]);
  });

  test("the faults of one direction are not those of the other", async () => {
    echo.proxy.toServer.passBytes = 3;
    echo.proxy.toServer.thenDo = "end";
    const client = await open(echo);
    client.socket.write("012345");
    await until(() => client.ended);
    expect(client.text()).toBe("012");
  });

  test("held bytes wait at their source: a link takes about a megabyte, and everything comes when it heals", async () => {
    const client = await open(echo);
    echo.proxy.toServer.flow = "hold";
    const bytes = Buffer.alloc(24_000_000, "x");
    client.socket.write(bytes);
    await sleep(60);
    expect(client.socket.writableLength).toBeGreaterThan(0);
    expect(client.text()).toBe("");
    echo.proxy.toServer.flow = "pass";
    await until(() => client.socket.bytesRead === bytes.length);
    expect(client.socket.writableLength).toBe(0);
  });

  test("the end waits on a held link as bytes do", async () => {
    const client = await open(echo);
    echo.proxy.toServer.flow = "hold";
    client.socket.end("bye");
    await sleep(20);
    expect([client.text(), client.ended]).toEqual(["", false]);
    echo.proxy.toServer.flow = "pass";
    await until(() => client.ended);
    expect(client.text()).toBe("bye");
  });

  test("what was lost in a black hole does not come when it heals", async () => {
    const client = await open(echo);
    await until(() => echo.served.length === 1);
    echo.proxy.toServer.flow = "drop";
    client.socket.write("lost");
    await until(() => client.socket.bytesWritten === 4);
    await sleep(20);
    echo.proxy.toServer.flow = "pass";
    client.socket.write("found");
    await until(() => client.text() === "found");
  });

  test("a slice is no larger than is allowed", async () => {
    echo.proxy.toClient.sliceBytes = 4;
    const client = await open(echo);
    client.socket.write("0123456789");
    await until(() => client.text() === "0123456789");
    expect(echo.proxy.passedToClient).toBe(10);
  });

  test("new connections are made again after they were refused", async () => {
    echo.proxy.newConnections = "reset";
    const refused = await open(echo);
    await until(() => refused.errorCode === "ECONNRESET");
    echo.proxy.newConnections = "connect";
    const client = await open(echo);
    client.socket.write("again");
    await until(() => client.text() === "again");
    expect([echo.proxy.accepted, echo.proxy.alive, echo.served.length]).toEqual([2, 1, 1]);
  });

  test("a client's reset reaches the server, and a server's reset the client", async () => {
    const [first, second] = [await open(echo), await open(echo)];
    await until(() => echo.served.length === 2);
    const errors: string[] = [];
    echo.served[0]?.on("error", (error: NodeJS.ErrnoException) => errors.push(String(error.code)));
    first.socket.resetAndDestroy();
    await until(() => errors.length > 0);
    expect(errors).toEqual(["ECONNRESET"]);
    echo.served[1]?.resetAndDestroy();
    await until(() => second.errorCode === "ECONNRESET");
    await until(() => echo.proxy.alive === 0);
  });

  test("one side may end and go on receiving, whichever it is", async () => {
    const heard: string[] = [];
    const patient = createServer({ allowHalfOpen: true }, (socket) => {
      echo.served.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => heard.push(bytes.toString()));
      socket.end("server's last word");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void patient.close());
    await once(patient, "listening");
    const other = await startFaultProxy({ port: (patient.address() as AddressInfo).port });
    onTestFinished(() => other.close());
    const socket = connect({ port: other.port, host: "127.0.0.1", allowHalfOpen: true });
    echo.clients.push(socket);
    const said: string[] = [];
    socket.on("data", (bytes) => said.push(bytes.toString()));
    await once(socket, "end");
    expect(said).toEqual(["server's last word"]);
    socket.end("client's last word");
    await until(() => heard.join("") === "client's last word");
    await until(() => other.alive === 0);
  });

  test("closing ends what is left, and nobody is let in any more", async () => {
    const client = await open(echo);
    await until(() => echo.served.length === 1);
    const { port } = echo.proxy;
    await echo.proxy.close();
    await until(() => client.socket.destroyed && echo.served[0]?.destroyed === true);
    expect([echo.proxy.alive, echo.proxy.port]).toEqual([0, 0]);
    const late = connect({ port, host: "127.0.0.1" });
    await expect(once(late, "connect")).rejects.toThrow("ECONNREFUSED");
  });
});
