import { klinePeriodMs } from "@depthwire/schema";
import { channelForms } from "../../../venue/known-channel.js";
import { field, fields, option, type Tool } from "./tool.js";

const usualEvents = 20;
const usualSeconds = 10;

const usualLevels = 10;

/** What the market is. */
export const marketTools: readonly Tool[] = [
  {
    name: "book",
    title: "Order book",
    description:
      "The order book of one pair now: best prices first, with spread and imbalance. It waits until the book is live, which means that it is right; it is refused where that does not happen.",
    input: {
      type: "object",
      properties: {
        pair: fields.pair,
        levels: { type: "integer", minimum: 1, maximum: 50, default: usualLevels, description: "A side." },
      },
      required: ["pair"],
      additionalProperties: false,
    },
    takes: "venue",
    effect: "reads",
    words: ({ pair, levels = usualLevels }) => ({
      command: "book",
      options: ["--once", ...option("levels", levels)],
      positionals: [String(pair)],
    }),
  },
  {
    name: "recent_events",
    title: "Recent events",
    description: `Listens to channels for some seconds and gives the messages that came, decoded. A channel is ${channelForms}.`,
    input: {
      type: "object",
      properties: {
        channels: {
          type: "array",
          items: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$" },
          minItems: 1,
          maxItems: 10,
        },
        events: { type: "integer", minimum: 1, maximum: 200, default: usualEvents },
        seconds: { type: "integer", minimum: 1, maximum: 60, default: usualSeconds },
      },
      required: ["channels"],
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "reads",
    words: ({ channels, events = usualEvents }) => ({
      command: "tail",
      options: option("count", events),
      positionals: channels as readonly string[],
    }),
    followMs: ({ seconds = usualSeconds }) => Number(seconds) * 1_000,
  },
  {
    name: "instruments",
    title: "Instruments",
    description: "What can be traded, with units and limits.",
    input: {
      type: "object",
      properties: {
        family: {
          enum: ["usdt", "coin", "spot"],
          default: "usdt",
          description: "Margined in USDT, in the coin, or spot.",
        },
      },
      additionalProperties: false,
    },
    takes: "venue",
    effect: "reads",
    words: ({ family = "usdt" }) => ({
      command: "call",
      positionals: [family === "spot" ? "spot.getPairs" : `${String(family)}.getContracts`],
    }),
  },
  {
    name: "candles",
    title: "Candles",
    description: "Open, high, low, close and volume of a pair, newest candles.",
    input: {
      type: "object",
      properties: {
        pair: fields.pair,
        period: { enum: Object.keys(klinePeriodMs), default: "1min" },
        count: { type: "integer", minimum: 1, maximum: 300, default: 60 },
      },
      required: ["pair"],
      additionalProperties: false,
    },
    takes: "venue",
    effect: "reads",
    words: ({ pair, period = "1min", count = 60 }) => {
      const isContract = /^[45]/.test(String(pair));
      return {
        command: "call",
        positionals: [
          isContract ? "usdt.getKlines" : "spot.getKlines",
          ...field("pair", pair),
          ...field("period", period),
          ...field("size", count),
        ],
      };
    },
  },
];
