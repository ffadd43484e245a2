import { fuzzPair } from "../generate/depth-text.js";
import { type JudgedDepth, judgeDepth, prefixDialect } from "./depth.js";
import { enumerated, JudgedNumber, ownValue } from "./json.js";

const channelText = `${fuzzPair}_depth`;

/**
 * The judge's reading of a message of the depth channel, its envelope included; undefined for any other message.
 *
 * @param capacity most levels of one list
 */
export function judgePrefixDepth(wire: unknown, capacity: number): JudgedDepth | undefined {
  if (ownValue(wire, "topic") !== channelText) {
    return undefined;
  }
  const kind = enumerated(ownValue(wire, "t"));
  const isSound = kind !== undefined && isUserId(ownValue(wire, "uid")) && ownValue(wire, "d") !== undefined;
  return isSound
    ? judgeDepth(ownValue(wire, "d"), prefixDialect, {
        pair: fuzzPair,
        isIncremental: kind === "1",
        capacity,
      })
    : { kind: "refused", why: "the envelope" };
}

function isUserId(value: unknown): boolean {
  return value instanceof JudgedNumber
    ? /^(?:0|-?[1-9]\d*)$/.test(value.text) && value.text.length <= 20
    : value === undefined || value === null || typeof value === "string";
}
