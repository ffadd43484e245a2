import { encodeUtf8 } from "@depthwire/core/internal";
import { type OperatorRefusal, type RelayInstanceStatus, Subjects } from "@depthwire/relay";
import { expect, it } from "vitest";
import { sceneContext } from "../../../context.spec-kit.js";
import { askStatuses } from "../../../relay/ask-relays.js";
import type { OpenedBus } from "../../../relay/open-bus.js";
import { notCarried, refuseMisspelled, relayedPairs } from "../../../relay/relayed-pairs.js";
import { quietStatus } from "../quiet-status.spec-kit.js";
import { handOver } from "./hand-over.js";

const subjects = new Subjects("main");
const address = "nats://127.0.0.1:4222";

interface BusScene {
  readonly statuses?: readonly RelayInstanceStatus[];
  /** What the owner answers; nothing: it does not. */
  readonly answer?: object;
  readonly forbidden?: Error;
}

/** A bus on which instances say what they are told to. */
function busWith({ statuses = [], answer, forbidden }: BusScene) {
  const asked: unknown[] = [];
  let tell: (event: object) => void = () => {};
  const bus = {
    onEvent: (listener: (event: object) => void) => {
      tell = listener;
      return () => {};
    },
    request: (subject: string, bytes: Uint8Array, limitMs: number, answered: (bytes?: Uint8Array) => void) => {
      const request = JSON.parse(Buffer.from(bytes).toString()) as { readonly kind: string };
      asked.push([subject, request, limitMs]);
      if (forbidden !== undefined) {
        tell({ kind: "slow-consumer" });
        tell({ kind: "forbidden", error: forbidden });
        tell({ kind: "forbidden", error: new Error("a later one") });
      }
      const said =
        request.kind === "status" ? statuses.map((status) => ({ kind: "status", status })) : answer && [answer];
      for (const one of said ?? []) {
        answered(encodeUtf8(JSON.stringify(one)));
      }
      answered(undefined);
    },
  };
  return { opened: { bus, subjects, address } as unknown as OpenedBus, asked };
}

const shardOfRole = (role: "owner" | "handing-over" | "standby") =>
  ({ shard: "s07", role }) as RelayInstanceStatus["shards"][0];
const owners: readonly RelayInstanceStatus[] = [
  { ...quietStatus, name: "gamma", shards: [shardOfRole("standby")] },
  { ...quietStatus, name: "beta", shards: [shardOfRole("owner")] },
  { ...quietStatus, name: "alpha", shards: [] },
];

it("statuses come by name; a key that may not ask is told why, unless somebody answers all the same", async () => {
  const { opened, asked } = busWith({ statuses: owners });
  expect((await askStatuses(opened)).map(({ name }) => name)).toEqual(["alpha", "beta", "gamma"]);
  expect((await askStatuses(opened, 5)).length).toBe(3);
  expect(asked).toEqual([
    [subjects.ops(), { kind: "status" }, 1_000],
    [subjects.ops(), { kind: "status" }, 5],
  ]);
  expect(await askStatuses(busWith({}).opened)).toEqual([]);
  const forbidden = new Error("not permitted");
  await expect(askStatuses(busWith({ forbidden }).opened)).rejects.toBe(forbidden);
  expect(await askStatuses(busWith({ forbidden, statuses: owners }).opened)).toHaveLength(3);
});

it("the owner of a shard is asked to hand it over, and what it answers is said", async () => {
  const { opened, asked } = busWith({ statuses: owners, answer: { kind: "handed-over", to: "gamma" } });
  const flags = { venueName: "main", to: "gamma" } as Parameters<typeof handOver>[2];
  const { context, streams } = sceneContext("relay handover", "text");
  await handOver("s07", opened, flags, context);
  expect(asked[1]).toEqual([subjects.ops("beta"), { kind: "hand-over", shard: "s07", to: "gamma" }, 30_000]);
  expect(streams.text().out).toBe("s07 is handed over from beta to gamma.\n");
  const json = sceneContext("relay handover", "json");
  await handOver("s07", opened, { ...flags, to: undefined } as never, json.context);
  expect(JSON.parse(json.streams.text().out)).toMatchObject({ data: { shard: "s07", from: "beta", to: "gamma" } });
});

it("why a shard is not handed over is said with what to do, for every reason, and those of later versions", async () => {
  const { context } = sceneContext("relay handover", "text");
  const refused: string[] = [];
  const ask = async (scene: BusScene): Promise<void> => {
    try {
      await handOver("s07", busWith(scene).opened, { venueName: "main" } as never, context);
    } catch (error) {
      const { code, message, remedy, details } = error as Error & { code: string; remedy: string; details: object };
      refused.push(`${code}: ${message}. ${remedy} ${JSON.stringify(details)}`);
    }
  };
  await ask({});
  await ask({ statuses: owners.slice(2) });
  await ask({ statuses: owners });
  await ask({
    statuses: [{ ...quietStatus, name: "beta", shards: [shardOfRole("handing-over")] }],
    answer: { kind: "x" },
  });
  const reasons: readonly OperatorRefusal[] = [
    "malformed",
    "unknown-shard",
    "not-owner",
    "no-successor",
    "unknown-instance",
    "owner-already",
    "busy",
    "store-away",
    "not-taken",
  ];
  for (const refusal of [...reasons, "too-late"]) {
    await ask({ statuses: owners, answer: { kind: "refused", refusal } });
  }
  expect(refused).toMatchInlineSnapshot(`
    [
      "no-relay: No relay answers for the venue main at nats://127.0.0.1:4222. Start one: depthwire relay serve --venue URL --pairs PAIRS. If one runs, --venue-name must be the same on both sides. {"bus":"nats://127.0.0.1:4222","venueName":"main"}",
      "hand-over-refused: Nobody owns s07 now. Look who takes part: depthwire relay status. {"shard":"s07"}",
      "hand-over-refused: beta keeps s07: it did not answer in time; it may still do it. Look who owns it now: depthwire relay status. {"shard":"s07","from":"beta"}",
      "hand-over-refused: beta keeps s07: it did not answer in time; it may still do it. Look who owns it now: depthwire relay status. {"shard":"s07","from":"beta"}",
      "hand-over-refused: beta keeps s07: it does not know this request. Both sides must be of one version. {"shard":"s07","from":"beta","refusal":"malformed"}",
      "hand-over-refused: beta keeps s07: it knows no such shard. There are s00 to s63. {"shard":"s07","from":"beta","refusal":"unknown-shard"}",
      "hand-over-refused: beta keeps s07: it does not own it now. Look who does: depthwire relay status. {"shard":"s07","from":"beta","refusal":"not-owner"}",
      "hand-over-refused: beta keeps s07: nobody else has the shard's books live. Start a second depthwire relay serve, and try again when it stands by. {"shard":"s07","from":"beta","refusal":"no-successor"}",
      "hand-over-refused: beta keeps s07: nobody takes part under that name. Look who does: depthwire relay status. --to takes its name, or that under which it owns shards. {"shard":"s07","from":"beta","refusal":"unknown-instance"}",
      "hand-over-refused: beta keeps s07: it is that one who owns it. Leave --to out, and the next in line takes it. {"shard":"s07","from":"beta","refusal":"owner-already"}",
      "hand-over-refused: beta keeps s07: another hand-over is under way there. Try again in a moment. {"shard":"s07","from":"beta","refusal":"busy"}",
      "hand-over-refused: beta keeps s07: the lease store does not answer. Look what is wrong: depthwire relay doctor. {"shard":"s07","from":"beta","refusal":"store-away"}",
      "hand-over-refused: beta keeps s07: the successor did not take it in time; the owner goes on. Look at the successor: depthwire relay status. {"shard":"s07","from":"beta","refusal":"not-taken"}",
      "hand-over-refused: beta keeps s07: it says too-late. Look at it: depthwire relay status. {"shard":"s07","from":"beta","refusal":"too-late"}",
    ]
  `);
});

/** A bus on which nobody is heard. */
const silentBus = {
  bus: { subscribe: () => () => {}, request: () => {} },
  subjects,
  address,
} as unknown as OpenedBus;

it("names are held against what owners carry, and what nobody carries yet is noted", async () => {
  const over = AbortSignal.abort();
  const { context, streams } = sceneContext("relay follow", "text");
  const ask = (typed: readonly string[], opened: OpenedBus) =>
    relayedPairs(typed, opened, "main", { output: context.output, signal: over });
  expect(await ask(["4BTC_USDT", "4ETH_USDT", "4BTC_USDT"], silentBus)).toEqual(["4BTC_USDT", "4ETH_USDT"]);
  expect(streams.text().err).toBe(
    `No relay is heard for the venue main at ${address}: what is asked for is shown when one is (depthwire relay serve).\n`,
  );
  expect(notCarried("4BTC_UDST", ["4ETH_USDT", "4BTC_USDT"])).toMatchObject({
    code: "unknown-pair",
    message: "The relay carries no 4BTC_UDST",
    remedy: "Did you mean 4BTC_USDT?",
    details: { pair: "4BTC_UDST", nearest: "4BTC_USDT" },
  });
  const many = Array.from({ length: 10 }, (_, index) => `4C${index}_USDT`);
  expect(notCarried("4BTC_USDT", many.slice(0, 8)).remedy).toBe(
    `It carries ${many.slice(0, 8).join(", ")}; others with depthwire relay serve --pairs.`,
  );
  expect(notCarried("4BTC_USDT", many).remedy).toBe(
    `It carries ${many.slice(0, 8).join(", ")} and 2 more; others with depthwire relay serve --pairs.`,
  );
});

it.each(["btc", "4btc_usdt", "4BTC-USDT", "6BTC_USD?"])("%s is no name of a pair", (name) => {
  expect(() => refuseMisspelled(["4BTC_USDT", name])).toThrow(
    expect.objectContaining({
      code: "usage",
      message: `${name} is no name of a pair`,
      remedy: "Pairs are written as 4BTC_USDT (USDT-margined), 5BTC_USD (coin-margined) or BTC_USDT (spot).",
      details: { pair: name },
    }),
  );
  expect(() => refuseMisspelled(["4BTC_USDT", "5BTC_USD", "BTC_USDT"])).not.toThrow();
});
