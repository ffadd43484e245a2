import { relayView } from "@depthwire/schema/relay";
import { toDraft07 } from "./draft-07.js";
import { createSchemaWriter } from "./json-schema.js";
import type { JsonSchema } from "./scalar-schema.js";
import type { Sentences } from "./sentences.js";

const subject = "dw1.{venue}.view.{pair}";

const example = {
  version: 1,
  pair: "4BTC_USDT",
  status: "live",
  owner: "host-a-mhz3k1-7x2",
  term: 1763863200123,
  epoch: 2,
  seq: 188236,
  updatedAtMs: 1763863260017,
  ageMs: 12,
  freshWithinMs: 12,
  asks: [{ price: "47741.6", quantity: "7.904" }],
  bids: [{ price: "47741.3", quantity: "1.667" }],
};

/** A view of the relay as JSON Schema, whole in itself. */
export function relayViewSchema(sentences: Sentences): JsonSchema {
  const writer = createSchemaWriter(sentences, "#/$defs/");
  const root = writer.write(relayView);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A view of the relay: the best levels of one pair",
    $comment: "Generated from packages/schema/src/relay by packages/tools/src/api-docs. Do not edit.",
    ...root,
    examples: [example],
    $defs: writer.named(),
  };
}

/** The views as AsyncAPI 3.0, described as a reader sees them. */
export function relayAsyncApiDocument(sentences: Sentences, version: string): JsonSchema {
  const writer = createSchemaWriter(sentences, "#/components/schemas/");
  const payload = toDraft07(writer.write(relayView));
  const schemas = Object.entries(writer.named()).map(([name, value]) => [name, toDraft07(value)]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Depthwire: views of the relay",
      version,
      description:
        "Generated from packages/schema/src/relay by packages/tools/src/api-docs. Do not edit. " +
        "Owners publish the best levels of each pair at most some times a second, the newest wins, and again each second unchanged. " +
        "A reader adds the age of its own receipt to ageMs and freshWithinMs, calls everything stale after some seconds without a view, " +
        "and drops views of a smaller term than one that it has seen. The time on the way from the owner is in neither age. " +
        "Everything else on the bus is binary, for engines.",
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: {
      bus: {
        host: "{host}",
        protocol: "nats",
        description: "Any NATS server that the owners publish on.",
        variables: { host: { default: "127.0.0.1:4222", description: "By default a server on this computer." } },
      },
    },
    channels: {
      view: {
        address: subject,
        servers: [{ $ref: "#/servers/bus" }],
        description: sentences.get("relayView")?.summary ?? "",
        parameters: {
          venue: { description: "Name of the venue on the bus.", examples: ["main"] },
          pair: { description: "The pair, for example 4BTC_USDT.", examples: ["4BTC_USDT", "5BTC_USD"] },
        },
        messages: { view: { name: "relay-view", payload, examples: [{ payload: example }] } },
      },
    },
    operations: {
      readViews: {
        action: "receive",
        channel: { $ref: "#/channels/view" },
        messages: [{ $ref: "#/channels/view/messages/view" }],
      },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}
