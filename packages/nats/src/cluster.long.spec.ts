import { freePorts, lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openNatsBus } from "./open-bus.js";

const bytes = (words: string) => new TextEncoder().encode(words);

describe.skipIf(lacksNatsServer)("two servers (skipped where nats-server is missing)", () => {
  const early = new SpecNatsServer();
  const late = new SpecNatsServer();
  beforeAll(() => Promise.all([early.start(), late.start()]));
  afterAll(() => Promise.all([early.remove(), late.remove()]));

  test("one that was away at the beginning is gone to when the other one dies", async () => {
    await late.kill();
    const buses = await Promise.all(
      [1, 2, 3, 4].map((place) => openNatsBus({ servers: [late.address, early.address], name: `bus-${place}` })),
    );
    await late.start();
    await early.kill();
    await expect.poll(() => buses.every((bus) => late.address.endsWith(bus.server))).toBe(true);
    await expect.poll(() => buses.map(({ status }) => status)).toEqual(buses.map(() => "connected"));
    await Promise.all(buses.map((bus) => bus.close()));
  });
});

describe.skipIf(lacksNatsServer)("a cluster of two servers (skipped where nats-server is missing)", () => {
  let servers: readonly SpecNatsServer[] = [];

  beforeAll(async () => {
    const ports = await freePorts(2);
    const routes = ports.map((port) => `nats-route://127.0.0.1:${port}`).join(", ");
    servers = ports.map(
      (port, number) =>
        new SpecNatsServer(`server_name: s${number}
          cluster { name: spec, listen: "127.0.0.1:${port}", routes: [${routes}] }`),
    );
    await Promise.all(servers.map((server) => server.start()));
  });
  afterAll(() => Promise.all(servers.map((server) => server.remove())));

  test("whose server dies goes on at the other one, with all that it listened to", async () => {
    const addresses = servers.map(({ address }) => address);
    const one = await openNatsBus({ servers: addresses, name: "one" });
    const other = await openNatsBus({ servers: addresses, name: "other" });
    let heard = 0;
    one.subscribe("a", () => heard++);
    const reaches = async () => {
      other.publish("a", bytes("here"));
      return heard;
    };
    await expect.poll(reaches).toBeGreaterThan(0);
    const lost = servers.find(({ address }) => address.endsWith(one.server));
    const moved: string[] = [];
    one.onEvent((event) => event.kind === "reconnected" && moved.push(event.server));
    await lost?.kill();
    await expect.poll(() => moved).toHaveLength(1);
    expect(addresses.filter((address) => address.endsWith(moved[0] ?? "")).length).toBe(1);
    expect(lost?.address.endsWith(moved[0] ?? "")).toBe(false);
    const before = heard;
    await expect.poll(reaches).toBeGreaterThan(before);
    await one.close();
    await other.close();
  });
});
