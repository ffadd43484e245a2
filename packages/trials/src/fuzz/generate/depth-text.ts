import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { once, pick } from "./bytes.js";

/** The pair of all generated messages. */
export const fuzzPair = "4BTC_USDT";

/** Words that mean something in messages of depth, of either protocol. */
export const depthWords: readonly string[] = [
  "topic",
  "t",
  "d",
  "uid",
  "pair",
  "ut",
  "seq",
  "asks",
  "bids",
  "add",
  "del",
  "mod",
  "channel",
  "binary",
  "data_type",
  "data",
  "update_time",
  "volume",
  "price",
  "error",
  "code",
  "msg",
  "ping",
  "pong",
  "result",
  fuzzPair,
  `${fuzzPair}_depth`,
  `svc_sub_spot_${fuzzPair}_depth`,
  "ALL_ALL_login",
  `${fuzzPair}_ticker`,
  `${fuzzPair}_deals`,
  `${fuzzPair}_kline_1min`,
];

/** What {@link depthMessage} is asked for. */
export interface DepthMessageWishes {
  readonly protocol: "prefix" | "channel";
  readonly kind: "snapshot" | "update";
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly maxLevels: number;
}

/** JSON text of a depth message as the documents have it, its numbers now and then finer, larger or written otherwise. */
export function depthMessage(wishes: DepthMessageWishes, random: Random): string {
  const { protocol, kind, seq, updatedAtMs } = wishes;
  const sides = (maxLevels: number): string => {
    const side = (key: string, from: number, sign: number): string =>
      once(random, 12) ? `"${key}":null` : `"${key}":[${levels(protocol, random, { maxLevels, from, sign })}]`;
    return `${side("asks", 100, 1)},${side("bids", 99, -1)}`;
  };
  const lists =
    kind === "snapshot"
      ? sides(wishes.maxLevels)
      : ["add", "del", "mod"]
          .slice(0, once(random, 4) ? 3 : 2)
          .map((key, at) => `"${key}":{${sides(at === 0 ? wishes.maxLevels : 2)}}`)
          .join(",");
  const dataKind = kind === "snapshot" ? 0 : 1;
  const timeKey = protocol === "prefix" ? "ut" : "update_time";
  const payload = `{"pair":"${fuzzPair}","${timeKey}":${updatedAtMs},"seq":${seq},${lists}}`;
  return protocol === "prefix"
    ? `{"topic":"${fuzzPair}_depth","t":${dataKind},"d":${payload}}`
    : `[{"channel":"svc_sub_spot_${fuzzPair}_depth","binary":0,"data_type":${dataKind},"data":${payload}}]`;
}

interface SideWishes {
  readonly maxLevels: number;
  readonly from: number;
  readonly sign: number;
}

function levels(protocol: "prefix" | "channel", random: Random, { maxLevels, from, sign }: SideWishes): string {
  const count = randomInteger(random, 0, maxLevels);
  const rows: string[] = [];
  for (let at = 0; at < count; at++) {
    const price = decimalText(from + sign * (once(random, 2) ? at : randomInteger(random, 0, 40)), random);
    const quantity = decimalText(randomInteger(random, 0, 9), random);
    rows.push(protocol === "prefix" ? `["${quantity}","${price}"]` : `{"volume":"${quantity}","price":"${price}"}`);
  }
  return rows.join(",");
}

/** The number, mostly as it is; else with decimals, with zeros that mean nothing, or of a size that no column holds. */
function decimalText(whole: number, random: Random): string {
  const text = String(Math.max(0, whole));
  return once(random, 6)
    ? pick(random, [
        `${text}.5`,
        `${text}.10`,
        `0${text}`,
        `${text}.000`,
        `${text}.123456789`,
        `${text}${"0".repeat(17)}`,
        `${text}.0000000000000001`,
      ])
    : text;
}
