import { errors, type Msg } from "@nats-io/nats-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectionOf } from "./connection-bus.js";
import { bytes, message, type Subscribed, scene, text } from "./connection-scene.spec-kit.js";
import type { NatsBus } from "./nats-bus.js";

describe("what a bus publishes", () => {
  it("leaves behind the turn, in order, and is counted", () => {
    const { bus, sent, endTurn } = scene();
    bus.publish("a", bytes("1"));
    bus.publish("b", bytes("2"));
    expect([sent, bus.counts.published]).toEqual([[], 0]);
    endTurn();
    expect(sent).toEqual(["a 1", "b 2"]);
    expect(bus.counts).toEqual({
      published: 2,
      dropped: 0,
      forbidden: 0,
      reconnects: 0,
      slowConsumer: 0,
      tooLarge: 0,
    });
  });

  it("is sent up to the server's limit, and told beyond it", () => {
    const { bus, sent, endTurn } = scene({ max_payload: 3 });
    const told: unknown[] = [];
    bus.onEvent((event) => told.push(event));
    bus.publish("a", bytes("123"));
    bus.publish("a", bytes("1234"));
    endTurn();
    expect(sent).toEqual(["a 123"]);
    expect(told).toEqual([{ kind: "too-large", subject: "a", bytes: 4 }]);
    expect(bus.counts).toMatchObject({ published: 1, tooLarge: 1, dropped: 0 });
  });

  it("has no limit where the server named none", () => {
    const { bus, sent, endTurn, connection } = scene();
    connection.info = undefined;
    bus.publish("a", bytes("1".repeat(200)));
    endTurn();
    expect(sent).toHaveLength(1);
  });

  it("is lost while the connection is, and counted: before the turn and within it", async () => {
    const { bus, sent, endTurn, tell } = scene();
    bus.publish("a", bytes("1"));
    await tell({ type: "disconnect", server: "spec" });
    endTurn();
    bus.publish("a", bytes("2"));
    endTurn();
    expect(sent).toEqual([]);
    expect(bus.counts).toMatchObject({ published: 0, dropped: 2 });
  });

  it("is lost where the connection has ended for good, and counted", () => {
    const { bus, sent, endTurn, state } = scene();
    bus.publish("a", bytes("1"));
    state.isClosed = true;
    bus.publish("a", bytes("2"));
    endTurn();
    expect(sent).toEqual([]);
    expect(bus.counts).toMatchObject({ dropped: 2 });
  });

  it("is sent at once by a flush, and before the bus is closed", async () => {
    const flushed = scene();
    flushed.bus.publish("a", bytes("1"));
    await flushed.bus.flush();
    expect([flushed.sent, flushed.state.flushes]).toEqual([["a 1"], 1]);
    const closed = scene();
    closed.bus.publish("a", bytes("1"));
    await closed.bus.close();
    expect([closed.sent, closed.state.isClosed, closed.bus.status]).toEqual([["a 1"], true, "disconnected"]);
  });
});

describe("what a bus hears", () => {
  it("are messages with their subject, bytes and asker", () => {
    const { bus, subscribed } = scene();
    const heard: unknown[] = [];
    bus.subscribe("a.>", ({ subject, bytes: data, asker }) => heard.push([subject, text(data), asker]));
    const [one] = subscribed;
    one?.hear(null, message("a.b", "1"));
    one?.hear(null, message("a.c", "2", { reply: "" }));
    one?.hear(null, message("a.d", "3", { reply: "_INBOX.other.x7" }));
    expect(heard).toEqual([
      ["a.b", "1", undefined],
      ["a.c", "2", undefined],
      ["a.d", "3", "_INBOX.other"],
    ]);
    expect(one?.subject).toBe("a.>");
  });

  it("answers inboxes alone", () => {
    const { bus, subscribed, sent, endTurn } = scene();
    bus.subscribe("a", ({ respond }) => respond(bytes("answer")));
    for (const reply of ["_INBOX.other.x7", "$KV.dw1_leases.s00", "other._INBOX.x", undefined]) {
      subscribed[0]?.hear(null, message("a", "?", reply === undefined ? {} : { reply }));
    }
    endTurn();
    expect(sent).toEqual(["_INBOX.other.x7 answer"]);
  });

  it("says where it is forbidden, and hears no other failure as one", () => {
    const { bus, subscribed } = scene();
    const told: string[] = [];
    bus.subscribe(
      "a",
      () => told.push("message"),
      () => told.push("forbidden"),
    );
    bus.subscribe("b", () => told.push("message"));
    for (const { hear } of subscribed) {
      hear(new Error("something else"), message("a", ""));
      hear(new errors.PermissionViolationError("no", "subscription", "a"), message("a", ""));
    }
    expect(told).toEqual(["forbidden"]);
  });

  it("ends once, and not where the connection has ended it", () => {
    const { bus, subscribed } = scene();
    const [one, other] = [bus.subscribe("a", () => undefined), bus.subscribe("b", () => undefined)];
    one();
    one();
    (subscribed[1] as Subscribed).closed = 5;
    other();
    expect(subscribed.map(({ closed }) => closed)).toEqual([1, 5]);
  });
});

describe("a question", () => {
  /** A question that is on its way, and what is told of it. */
  function asked() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const made = scene();
    const told: (string | undefined)[] = [];
    made.bus.request("a", bytes("?"), 1_000, (answer) => told.push(text(answer)));
    made.endTurn();
    const reply = made.sent[0]?.split(" ")[2] ?? "";
    return { ...made, told, reply };
  }

  it("has its answers at a subject of its own, each is told, and its end", () => {
    const { inbox, told, reply, endTurn, sent } = asked();
    const [prefix, own] = [reply.slice(0, reply.lastIndexOf(".")), reply.slice(reply.lastIndexOf(".") + 1)];
    expect(sent).toEqual([`a ? ${reply}`]);
    expect(reply).toMatch(/^_INBOX\.spec\..+\../);
    expect(inbox.subject).toBe(`${prefix}.*`);
    inbox.hear(null, message(reply, "one"));
    inbox.hear(null, message(`${prefix}.x${own}`, "another's"));
    inbox.hear(null, message(reply, "two"));
    vi.advanceTimersByTime(999);
    endTurn();
    expect(told).toEqual(["one", "two"]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(["one", "two"]);
    endTurn();
    expect(told).toEqual(["one", "two", undefined]);
    inbox.hear(null, message(reply, "late"));
    expect(told).toHaveLength(3);
  });

  it("is not answered by the server's word that nobody listens, nor by a failure", () => {
    const { inbox, told, reply } = asked();
    inbox.hear(null, message(reply, "", { headers: { code: 503 } as NonNullable<Msg["headers"]> }));
    inbox.hear(new Error("broken"), message(reply, "x"));
    expect(told).toEqual([]);
    inbox.hear(null, message(reply, "one", { headers: { code: 0 } as NonNullable<Msg["headers"]> }));
    expect(told).toEqual(["one"]);
  });
});

describe("a bus", () => {
  it("tells how its connection is, each change once, until nobody wants to hear it", async () => {
    const { bus, tell } = scene();
    const told: string[] = [];
    const events: unknown[] = [];
    const ends = [bus.onStatus((status) => told.push(status)), bus.onEvent((event) => events.push(event))];
    expect(bus.status).toBe("connected");
    await tell({ type: "ping", pendingPings: 1 }, { type: "reconnecting" });
    expect(told).toEqual([]);
    for (const type of ["disconnect", "staleConnection", "close"]) {
      await tell({ type, server: "spec" }, { type, server: "spec" });
      expect(bus.status).toBe("disconnected");
      await tell({ type: "reconnect", server: "spec" });
      expect(bus.status).toBe("connected");
    }
    expect(told).toEqual(Array.from({ length: 3 }, () => ["disconnected", "connected"]).flat());
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ kind: "reconnected", server: "spec:4222" })));
    expect(bus.counts.reconnects).toBe(3);
    for (const end of ends) {
      end();
    }
    await tell({ type: "disconnect", server: "spec" }, { type: "reconnect", server: "spec" });
    expect([told.length, events.length]).toEqual([6, 3]);
  });

  it("tells what the server complains of", async () => {
    const { bus, tell } = scene();
    const events: unknown[] = [];
    bus.onEvent((event) => events.push(event));
    const complain = (error: Error) => tell({ type: "error", error });
    await complain(new errors.PermissionViolationError("no", "publish", "a.b"));
    await complain(new errors.AuthorizationError("no"));
    await complain(new errors.UserAuthenticationExpiredError("no"));
    await complain(new Error("Slow Consumer Detected"));
    await complain(new Error("something else"));
    const refused = {
      kind: "login-refused",
      error: { code: "relay-login-refused", details: { address: "spec:4222" } },
    };
    expect(events).toMatchObject([
      { kind: "forbidden", error: { code: "relay-forbidden", details: { subject: "a.b", action: "publish" } } },
      refused,
      refused,
      { kind: "slow-consumer", server: "spec:4222" },
    ]);
    expect(bus.counts).toMatchObject({ forbidden: 1, slowConsumer: 1 });
  });

  it("knows its server", () => {
    const info = { version: "2.9.10", server_name: "relay-1", cluster: "dw", max_payload: 100 };
    const facts = { version: "2.9.10", name: "relay-1", cluster: "dw", maxPayloadBytes: 100 };
    expect(scene(info).bus.serverInfo).toEqual({ ...facts, hasJetStream: false, asksForKeys: false });
    expect(scene({ ...info, jetstream: true, auth_required: true }).bus.serverInfo).toEqual({
      ...facts,
      hasJetStream: true,
      asksForKeys: true,
    });
    const { bus, connection } = scene();
    connection.info = undefined;
    expect(bus.serverInfo).toBeUndefined();
    expect(bus.server).toBe("spec:4222");
  });

  it("is what its connection can be asked of, and nothing else is", () => {
    const { bus, connection } = scene();
    expect(connectionOf(bus)).toBe(connection);
    expect(() => connectionOf({} as NatsBus)).toThrowError(
      expect.objectContaining({
        code: "option-invalid",
        details: { option: "bus", rule: "a bus that openNatsBus has opened" },
      }),
    );
  });
});
