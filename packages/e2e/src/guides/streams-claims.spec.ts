import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Credential, connect, type KlineItem } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { coin, spot, usdt } from "@depthwire/schema";
import {
  channelKline,
  channelProtocolChannels,
  countedKlineRow,
  klineRow,
  prefixProtocolChannels,
} from "@depthwire/schema/internal";
import { expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
const guide = readFileSync(fileURLToPath(new URL("../../../../docs/guides/streams.md", import.meta.url)), "utf8");

async function scene(protocol: "prefix" | "channel") {
  const sandbox = await startSandbox({
    pairs: [pair],
    seed: 5,
    requestsPerWindow: 0,
    tickIntervalMs: 25,
    depthIntervalMs: 25,
  });
  onTestFinished(() => sandbox.close());
  const venue = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, protocol });
  onTestFinished(() => venue.close());
  return { sandbox, venue };
}

it("the table of a candle's fields has each, with its place in the rows and its name, as the descriptors have", () => {
  const table = guide.slice(guide.indexOf("| field | what it is |")).split("\n\n")[0] ?? "";
  const rows = table
    .split("\n")
    .slice(2)
    .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/[|`]/g, "").trim()));
  const described = Object.entries(channelKline.fields).map(([name, { wireKeys }]) => {
    const six = (klineRow.fields as Record<string, { readonly index: number } | undefined>)[name]?.index ?? "none";
    const seven = (countedKlineRow.fields as Record<string, { readonly index: number }>)[name]?.index;
    return [name, `${six} (${seven})`, wireKeys[0]];
  });
  expect(rows.map(([name, , places, key = ""]) => [name, places, key.split(" ")[0]])).toEqual(described);
});

it.each(["prefix", "channel"] as const)(
  "protocol %s: a candle's time is when its period began, and the newest comes again until it is over",
  async (protocol) => {
    const { venue } = await scene(protocol);
    const updates: Extract<KlineItem, { kind: "kline" }>[] = [];
    for await (const item of venue.klines(pair, "1min", { history: 3 })) {
      if (item.kind === "kline") {
        updates.push(item);
      }
      if (updates.filter(({ change }) => change === "update").length === 3) {
        break;
      }
    }
    for (const { kline, receivedAtMs } of updates) {
      expect(kline.openedAtMs % 60_000).toBe(0);
      expect(kline.openedAtMs).toBeLessThanOrEqual(receivedAtMs);
    }
    const last = updates.at(-1);
    expect(last?.change).toBe("update");
    expect((last?.receivedAtMs ?? 0) - (last?.kline.openedAtMs ?? 0)).toBeLessThan(120_000);
    const asked = await venue.rest.usdt.getKlines({ pair, period: "1min", size: 3 });
    const times = asked.map(({ openedAtMs }) => openedAtMs);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  },
);

it("no operation and no channel tells of liquidations, and deals that close a liquidated position have no mark", async () => {
  const names = [usdt, coin, spot, prefixProtocolChannels, channelProtocolChannels].flatMap((table) =>
    Object.keys(table),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => /liquid|force/i.test(name))).toEqual([]);

  const { sandbox, venue } = await scene("channel");
  const account = venue.account(new Credential(sandbox.credential));
  await account.ready;
  await account.rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 100, shortLeverage: 100 });
  const keys = new Set<string>();
  const watching = (async () => {
    for await (const item of venue.deals(pair)) {
      if (item.kind === "deal") {
        for (const key of Object.keys(item.deal)) {
          keys.add(key);
        }
      }
    }
  })();
  const order = await account.trader.place({ pair, side: "open-long", type: "market", quantity: "0.1", price: "0" });
  await order.done;
  sandbox.operator.scenarios.play("flash-crash");
  for await (const event of account.events) {
    if (event.kind === "position-change" && event.change.type === "liquidate") {
      break;
    }
  }
  await venue.close();
  await watching;
  expect([...keys].toSorted()).toEqual(["dealId", "pair", "price", "quantity", "side", "tradedAtMs"]);
});
