import { fields, option, type Tool } from "./tool.js";

const amount = { type: "string", pattern: "^[0-9]{1,20}(\\.[0-9]{1,20})?$" } as const;
const id = "^[A-Za-z0-9_-]{1,64}$";

/** What changes something; there with `--allow-orders` alone. */
export const orderTools: readonly Tool[] = [
  {
    name: "order",
    title: "Place an order",
    description:
      "Places one order in a USDT-margined contract, within the server's limits. The person at the client is asked first. An answer that is lost is resolved, never repeated: do not call again after outcome-unknown.",
    input: {
      type: "object",
      properties: {
        direction: { enum: ["buy", "sell"] },
        pair: fields.pair,
        quantity: { ...amount, description: "In the pair's quantity, as text." },
        price: { ...amount, description: "As text; absent: at the market." },
        effect: { enum: ["open", "close"], default: "open", description: "Open or enlarge a position, or reduce one." },
        client_id: { type: "string", pattern: "^[0-9]{1,19}$", description: "By which it can be found again." },
      },
      required: ["direction", "pair", "quantity"],
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "places",
    words: ({ direction, pair, quantity, price = "market", effect = "open", client_id: clientId }) => ({
      command: "order",
      options: [`--${String(effect)}`, ...option("at", price), ...option("client-id", clientId)],
      positionals: [String(direction), String(pair), String(quantity)],
    }),
  },
  {
    name: "cancel",
    title: "Cancel orders",
    description: "Cancels open orders by their ids, or all of one pair. The person at the client is asked first.",
    input: {
      type: "object",
      properties: {
        ids: { type: "array", items: { type: "string", pattern: id }, minItems: 1, maxItems: 100 },
        all_of_pair: fields.pair,
      },
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "changes",
    words: ({ ids = [], all_of_pair: pair }) => ({
      command: "cancel",
      options: option("all", pair),
      positionals: ids as readonly string[],
    }),
  },
  {
    name: "halt",
    title: "Halt",
    description:
      "Cancels all that is open and lets nothing more be opened until a person resumes it. The person at the client is asked first.",
    input: {
      type: "object",
      properties: { reason: { type: "string", minLength: 1, maxLength: 200 } },
      required: ["reason"],
      additionalProperties: false,
    },
    takes: "venue-and-key",
    effect: "changes",
    words: ({ reason }) => ({ command: "halt", options: option("reason", reason) }),
  },
];
