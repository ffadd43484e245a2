import type { RelayInstanceStatus, ShardStatus } from "@depthwire/relay";
import { expect, it, vi } from "vitest";
import { textTranscript } from "../../../transcript.spec-kit.js";
import { quietStatus } from "../quiet-status.spec-kit.js";
import { overviewOf } from "./relay-overview.js";
import { slowReaders } from "./slow-readers.js";
import { statusWords } from "./status-words.js";

const quietShard: ShardStatus = {
  shard: "s07",
  role: "standby",
  roleForMs: 0,
  term: 5,
  owner: undefined,
  pairs: 2,
  live: 0,
  liveForMs: 0,
  lease: "readable",
  leaseAgeMs: undefined,
  booksNotLive: [],
};

function instance(
  name: string,
  shards: readonly Partial<ShardStatus>[],
  more: Partial<RelayInstanceStatus> = {},
): RelayInstanceStatus {
  return { ...quietStatus, name, shards: shards.map((shard) => ({ ...quietShard, ...shard })), ...more };
}

const owner = { role: "owner", roleForMs: 90_000, leaseAgeMs: 250, live: 2 } as const;

const healthy: readonly RelayInstanceStatus[] = [
  instance("alpha", [owner, { shard: "s08", live: 2, liveForMs: 4_000 }, { shard: "s09", live: 1, liveForMs: 50 }]),
  instance("beta", [{}, { shard: "s08", ...owner, pairs: 12 }, { shard: "s09", ...owner, term: 12 }], {
    standby: "cold",
  }),
  instance("gamma", []),
];

const troubled: readonly RelayInstanceStatus[] = [
  instance(
    "alpha",
    [
      {
        role: "handing-over",
        live: 0,
        booksNotLive: [
          { pair: "4BTC_USDT", status: "stale", reason: "disconnected" },
          { pair: "4ETH_USDT", status: "syncing" },
        ],
      },
      { shard: "s08", lease: "unreadable" },
      { shard: "s09", booksNotLive: [{ pair: "5BTC_USD", status: "stale" }] },
    ],
    { state: "cut-off", stores: { leases: "away", shared: "answers" } },
  ),
  instance("beta", [{ ...owner, term: 6, live: 1 }], { stores: { leases: "away", shared: "away" } }),
];

const readers = [
  { name: "follower", address: "10.0.0.7:4711", state: "behind", pendingBytes: 70_000 },
  { name: "", address: ":0", state: "ended", pendingBytes: 0 },
] as const;

it("a relay in words, on wide and narrow screens", async () => {
  await textTranscript("relay-status", [
    statusWords(overviewOf(healthy), undefined, 120),
    statusWords(overviewOf(healthy), [], 60),
    statusWords(overviewOf(troubled), readers, 120),
    JSON.stringify(overviewOf(troubled), null, 1),
    statusWords(overviewOf([]), undefined, 80),
  ]);
});

const connz = (open: unknown, closed: unknown) =>
  vi.fn((url: URL) => Promise.resolve(Response.json(url.searchParams.get("state") === "open" ? open : closed)));

it("slow readers are those that are behind by more than a burst, and those that were ended for it", async () => {
  const fetched = connz(
    {
      connections: [
        { name: "behind", ip: "10.0.0.7", port: 4711, pending_bytes: 65_537 },
        { name: "burst", ip: "10.0.0.8", port: 4711, pending_bytes: 65_536 },
        { name: "idle" },
      ],
    },
    {
      connections: [
        { reason: "Slow Consumer (Pending Bytes)", pending_bytes: 9 },
        { name: "gone", reason: "Client Closed" },
        { name: "silent" },
        { name: "not-slow", reason: "Not a Slow Consumer" },
      ],
    },
  );
  vi.stubGlobal("fetch", fetched);
  for (const monitor of ["http://127.0.0.1:8222", "http://127.0.0.1:8222/"]) {
    expect(await slowReaders(monitor)).toEqual([
      { name: "behind", address: "10.0.0.7:4711", state: "behind", pendingBytes: 65_537 },
      { name: "", address: ":0", state: "ended", pendingBytes: 9 },
    ]);
  }
  expect(await slowReaders("http://127.0.0.1:8222/nats")).toHaveLength(2);
  expect(fetched.mock.calls.map(([url]) => String(url)).sort()).toEqual(
    ["http://127.0.0.1:8222", "http://127.0.0.1:8222", "http://127.0.0.1:8222/nats"]
      .flatMap((base) => [`${base}/connz?state=open&limit=1024`, `${base}/connz?state=closed&limit=1024`])
      .sort(),
  );
});

it.each([
  [
    "nobody answers",
    () => Promise.reject(new TypeError("fetch failed")),
    "nats-server's monitoring does not answer at http://127.0.0.1:1",
    "Start nats-server with -m 8222, and name its address with --monitor http://127.0.0.1:8222.",
  ],
  [
    "a page answers",
    () => Promise.resolve(new Response("<html>")),
    "What answers at http://127.0.0.1:1 is not nats-server's monitoring",
    "--monitor takes the address of nats-server's option -m, such as http://127.0.0.1:8222: not that of its clients, nor the venue's.",
  ],
  [
    "something else answers",
    () => Promise.resolve(Response.json({ connections: "many" })),
    "What answers at http://127.0.0.1:1 is not nats-server's monitoring",
    "--monitor takes the address of nats-server's option -m, such as http://127.0.0.1:8222: not that of its clients, nor the venue's.",
  ],
])("where %s, it is said what to name instead", async (_what, answer, message, remedy) => {
  vi.stubGlobal("fetch", answer);
  const monitor = "http://127.0.0.1:1";
  await expect(slowReaders(monitor)).rejects.toMatchObject({
    code: "monitor-unreachable",
    message,
    remedy,
    details: { monitor },
  });
});
