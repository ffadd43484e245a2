import { describe, expect, it, vi } from "vitest";
import { quietStatus } from "../../quiet-status.spec-kit.js";
import { FigureMeter } from "./figure-meter.js";
import { InstanceFigures, type ShownInstance } from "./instance-figures.js";
import { metricsAddress } from "./metrics-address.js";
import { openMetrics } from "./metrics-door.js";
import { metricsRoutes } from "./metrics-routes.js";
import { notReady, silentThread } from "./not-ready.js";
import { prometheusRegistry } from "./prometheus-text.js";

describe("an address of --metrics", () => {
  it.each([
    ["9464", { host: "127.0.0.1", port: 9464 }],
    ["0", { host: "127.0.0.1", port: 0 }],
    ["65535", { host: "127.0.0.1", port: 65_535 }],
    ["0.0.0.0:80", { host: "0.0.0.0", port: 80 }],
    ["relay-1:9464", { host: "relay-1", port: 9464 }],
    ["[::1]:9464", { host: "::1", port: 9464 }],
    ["[FE80::1.2]:1", { host: "FE80::1.2", port: 1 }],
  ])("is %s", (text, address) => {
    expect(metricsAddress(text)).toEqual(address);
  });

  it.each([
    "",
    "65536",
    "123456",
    "a",
    "::1:9464",
    "[::1]",
    "host:",
    "ho st:1",
    " 1",
    "1 ",
    "[x]:1",
    ":1",
    "1:1:1",
    "[]:1",
  ])("is not %j", (text) => {
    expect(() => metricsAddress(text)).toThrow(
      "It takes HOST:PORT, such as 127.0.0.1:9464, or a port of this computer alone.",
    );
  });
});

const shown: readonly ShownInstance[] = [
  {
    name: "wide-1",
    notReady: [],
    figures: [
      {
        name: "depthwire.relay.lease.age",
        kind: "gauge",
        unit: "s",
        description: "Age of the lease",
        values: [{ value: 0.25, attributes: {} }],
      },
      {
        name: "depthwire.bytes.received",
        kind: "counter",
        unit: "By",
        description: "Bytes",
        values: [{ value: 7, attributes: {} }],
      },
      {
        name: "depthwire.lag",
        kind: "gauge",
        unit: "s",
        description: "Lag",
        values: [
          { value: 1, attributes: { quantile: 0.5, pair: "4BTC_USDT" } },
          { value: 2, attributes: { quantile: 0.99 } },
        ],
      },
      { name: "depthwire.shards", kind: "gauge", unit: "{shard}", description: "Shards", values: [] },
      {
        name: "depthwire.up.seconds.total",
        kind: "gauge",
        unit: "s",
        description: "Up",
        values: [{ value: 3, attributes: { kind: "a" } }],
      },
    ],
  },
  {
    name: "wide-2",
    notReady: [silentThread],
    figures: [
      {
        name: "depthwire.bytes.received",
        kind: "counter",
        unit: "By",
        description: "Other words",
        values: [{ value: 9, attributes: {} }],
      },
      {
        name: "depthwire.leases.won",
        kind: "counter",
        unit: "{lease}",
        description: "Leases",
        values: [
          { value: 1, attributes: { kind: "a" } },
          { value: 2, attributes: { kind: "b" } },
        ],
      },
    ],
  },
];

it("figures of instances in Prometheus's form: units and kinds in the names, instances and shares as labels", async () => {
  expect(await prometheusRegistry(shown).metrics()).toMatchInlineSnapshot(`
    "# HELP depthwire_relay_lease_age_seconds Age of the lease
    # TYPE depthwire_relay_lease_age_seconds gauge
    depthwire_relay_lease_age_seconds{name="wide-1"} 0.25

    # HELP depthwire_bytes_received_total Bytes
    # TYPE depthwire_bytes_received_total counter
    depthwire_bytes_received_total{name="wide-1"} 7
    depthwire_bytes_received_total{name="wide-2"} 9

    # HELP depthwire_lag_seconds Lag
    # TYPE depthwire_lag_seconds gauge
    depthwire_lag_seconds{name="wide-1",pair="4BTC_USDT",share="0.5"} 1
    depthwire_lag_seconds{name="wide-1",share="0.99"} 2

    # HELP depthwire_up_seconds_total Up
    # TYPE depthwire_up_seconds_total gauge
    depthwire_up_seconds_total{name="wide-1",kind="a"} 3

    # HELP depthwire_leases_won_total Leases
    # TYPE depthwire_leases_won_total counter
    depthwire_leases_won_total{name="wide-2",kind="a"} 1
    depthwire_leases_won_total{name="wide-2",kind="b"} 2
    "
  `);
  expect(await prometheusRegistry([]).metrics()).toBe("\n");
});

describe("what answers under the address", () => {
  it("is what is here, figures, and health", async () => {
    let instances = shown;
    const routes = metricsRoutes(() => Promise.resolve(instances));
    expect(routes.map(({ method, path, summary }) => `${method} ${path} ${summary}`)).toEqual([
      "GET / What is here",
      "GET /metrics Figures for Prometheus",
      "GET /healthz Whether the bus and the stores hear it; 503 and why while they do not",
    ]);
    const [home, metrics, health] = await Promise.all(routes.map(({ answer }) => answer(undefined as never)));
    expect(home).toMatchObject({ status: 200, body: '{"paths":["/metrics","/healthz"]}' });
    const { status, headers, body } = metrics as {
      status: number;
      headers: Record<string, string>;
      body: string;
    };
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(body).toContain('depthwire_bytes_received_total{name="wide-2"} 9\n');
    expect(body).toContain("process_resident_memory_bytes ");
    expect(body).not.toMatch(/nodejs_active_(handles|requests|resources)_total/);
    expect(body).toContain("nodejs_active_handles");
    expect(health).toMatchObject({ status: 503 });
    expect(JSON.parse((health as { body: string }).body)).toEqual({
      ready: false,
      notReady: [{ name: "wide-2", what: "thread", reason: "its thread does not answer" }],
      instances: ["wide-1", "wide-2"],
    });
    instances = shown.slice(0, 1);
    const well = await routes[2]?.answer(undefined as never);
    expect(well).toMatchObject({ status: 200, body: '{"ready":true,"notReady":[],"instances":["wide-1"]}' });
  });

  it("has health that says why it is not ready, in words", () => {
    const away = { leases: "away", shared: "away" } as const;
    expect([
      ...notReady(undefined),
      ...notReady({ ...quietStatus, state: "closed" }),
      ...notReady({ ...quietStatus, state: "cut-off", stores: away }),
    ]).toEqual([
      {
        what: "start",
        reason: "it does not take part yet: the bus or the store of leases has not answered",
      },
      { what: "end", reason: "it ends: what it owns is handed over" },
      { what: "bus", reason: "its own messages do not come back over the bus: it owns nothing until they do" },
      {
        what: "leases",
        reason:
          "the store of leases does not answer: it wins nothing, and what it owns it gives up when the lease is over, unless --on-lease-loss publish lets it go on",
      },
      {
        what: "plan",
        reason: "the store of the plan does not answer: nobody who comes gets a part of the shards",
      },
    ]);
  });

  it("is not ready before an instance is shown, and where one does not answer in time", async () => {
    const door = await openMetrics("early", { host: "127.0.0.1", port: 0 }, []);
    const health = async () => {
      const answer = await fetch(`${door.url}/healthz`);
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const start = {
      what: "start",
      reason: "it does not take part yet: the bus or the store of leases has not answered",
    };
    expect(await health()).toEqual({
      status: 503,
      body: { ready: false, notReady: [{ name: "early", ...start }], instances: ["early"] },
    });
    const figures = new InstanceFigures("one");
    door.show("one", () => Promise.resolve(figures.read()));
    expect(await health()).toEqual({
      status: 503,
      body: { ready: false, notReady: [{ name: "one", ...start }], instances: ["one"] },
    });
    door.show("one", () => Promise.resolve({ name: "one", figures: [], notReady: [] }));
    expect(await health()).toEqual({ status: 200, body: { ready: true, notReady: [], instances: ["one"] } });
    await door.close();
    await expect(fetch(door.url)).rejects.toThrow("fetch failed");
  });
});

it("a meter is read when somebody asks: what its callbacks observe then, with unit and words", () => {
  const meter = new FigureMeter();
  const gauge = meter.createObservableGauge("a.gauge", { unit: "s", description: "Words" });
  const counter = meter.createObservableCounter("a.counter");
  let value = 1;
  const observe = vi.fn((result: Parameters<Parameters<typeof gauge.addCallback>[0]>[0]) => {
    result.observe(value, { kind: "x" });
    result.observe(value + 1);
  });
  gauge.addCallback(observe);
  value = 5;
  const read = {
    name: "a.gauge",
    kind: "gauge",
    unit: "s",
    description: "Words",
    values: [
      { value: 5, attributes: { kind: "x" } },
      { value: 6, attributes: {} },
    ],
  };
  const empty = { name: "a.counter", kind: "counter", unit: "", description: "", values: [] };
  expect(meter.read()).toEqual([read, empty]);
  gauge.removeCallback(observe);
  counter.addCallback(observe);
  expect(meter.read()).toEqual([
    { ...read, values: [] },
    { ...empty, values: read.values },
  ]);
  meter.createHistogram("a.histogram").record(1);
  expect(meter.read()).toHaveLength(2);
});
