import { fields, option, type Tool } from "./tool.js";

/** What the account has. */
export const accountTools: readonly Tool[] = [
  {
    name: "positions",
    title: "Positions",
    description: "What the account holds, and what it has gained at the tag price.",
    input: { type: "object", properties: { pair: fields.pair }, additionalProperties: false },
    takes: "venue-and-key",
    effect: "reads",
    words: ({ pair }) => ({ command: "positions", positionals: pair === undefined ? [] : [String(pair)] }),
  },
  {
    name: "orders",
    title: "Orders",
    description: "Orders that are open, or with history those that are finished, newest first.",
    input: {
      type: "object",
      properties: {
        pair: fields.pair,
        history: { type: "boolean", default: false },
        last: { type: "integer", minimum: 1, maximum: 100, description: "With history: how many." },
      },
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "reads",
    words: ({ pair, history, last }) => ({
      command: "orders",
      options: [...(history === true ? ["--history"] : []), ...option("last", last)],
      positionals: pair === undefined ? [] : [String(pair)],
    }),
  },
  {
    name: "assets",
    title: "Assets",
    description: "What the account has of each coin.",
    input: {
      type: "object",
      properties: { place: { enum: ["contracts", "wallet", "spot"], default: "contracts" } },
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "reads",
    words: ({ place = "contracts" }) => ({ command: "assets", positionals: [String(place)] }),
  },
];
