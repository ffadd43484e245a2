import * as schema from "@depthwire/schema/internal";
import { toDraft07 } from "./draft-07.js";
import { createSchemaWriter, type SchemaWriter } from "./json-schema.js";
import { describeSigning } from "./login-signing.js";
import { kebabToCamel } from "./names.js";
import type { JsonSchema } from "./scalar-schema.js";
import type { Sentences } from "./sentences.js";

type Protocol = "prefix" | "channel";

const schemaPrefix = "#/components/schemas/";

/** Messages that a client sends, by protocol. */
const clientMessages: Readonly<Record<Protocol, readonly schema.RecordShape[]>> = {
  prefix: [
    schema.prefixSubscribe,
    schema.prefixUnsubscribe,
    schema.prefixLogin,
    schema.prefixLogout,
    schema.ping,
    schema.pong,
  ],
  channel: [schema.channelSubscribe, schema.channelUnsubscribe, schema.channelLogin, schema.ping, schema.pong],
};

/** Messages of the venue that belong to no channel. */
const controlMessages: Readonly<Record<Protocol, readonly schema.RecordShape[]>> = {
  prefix: [schema.prefixError, schema.prefixLoginAcknowledgement, schema.ping, schema.pong],
  channel: [schema.prefixError, schema.ping, schema.pong],
};

/** Both push protocols as AsyncAPI 3.0, described as a client sees them. */
export function asyncApiDocument(sentences: Sentences, version: string): JsonSchema {
  const writer = createSchemaWriter(sentences, schemaPrefix);
  const parts = (["prefix", "channel"] as const).map((protocol) => protocolParts(protocol, writer, sentences));
  const schemas = writer.named();
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Depthwire: push streams of the venue",
      version,
      description:
        "Generated from the descriptors of @depthwire/schema by packages/tools/src/api-docs. Do not edit. " +
        "Protocol A (`prefix`): each message of the venue begins with a marker, 0 for plain JSON, 1 for compressed JSON. " +
        "Protocol B (`channel`): messages are JSON arrays of envelopes whose data may be base64 of compressed JSON.",
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: {
      prefix: pushServer("prefixStream", "Protocol A."),
      channel: pushServer("channelStream", "Protocol B."),
    },
    channels: Object.assign({}, ...parts.map(({ channels }) => channels)),
    operations: Object.assign({}, ...parts.map(({ operations }) => operations)),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, toDraft07(value)])),
    },
  };
}

interface Parts {
  readonly channels: Record<string, JsonSchema>;
  readonly operations: Record<string, JsonSchema>;
}

function protocolParts(protocol: Protocol, writer: SchemaWriter, sentences: Sentences): Parts {
  const control = `${protocol}-control`;
  const sent = clientMessages[protocol];
  const received = controlMessages[protocol];
  const channels: Record<string, JsonSchema> = {
    [control]: {
      address: schema.addressRoles.prefixStream.path,
      servers: [{ $ref: `#/servers/${protocol}` }],
      description: "What a connection carries besides the data of channels.",
      messages: Object.fromEntries(
        [...new Set([...sent, ...received])].map((shape) => [shape.name, messageOf(shape, writer, sentences)]),
      ),
    },
  };
  const operations: Record<string, JsonSchema> = {
    [`${protocol}-send`]: operationOn(
      control,
      "send",
      sent.map(({ name }) => name),
    ),
    [`${protocol}-receive-control`]: operationOn(
      control,
      "receive",
      received.map(({ name }) => name),
    ),
  };
  for (const [name, grammar, payload] of dataChannels(protocol)) {
    const id = `${protocol}-${name}`;
    channels[id] = dataChannel(protocol, name, grammar, payload, writer, sentences);
    operations[`${id}-receive`] = operationOn(id, "receive", ["data"]);
  }
  return { channels, operations };
}

function dataChannels(protocol: Protocol): readonly (readonly [string, schema.ChannelGrammar, schema.Shape])[] {
  const grammars = protocol === "prefix" ? schema.prefixProtocolChannels : schema.channelProtocolChannels;
  const payloads: Readonly<Record<string, schema.Shape>> =
    protocol === "prefix" ? schema.prefixProtocolPayloads : schema.channelProtocolPayloads;
  return Object.entries(grammars).flatMap(([name, grammar]) => {
    const payload = payloads[name];
    return payload === undefined ? [] : [[name, grammar, payload] as const];
  });
}

function dataChannel(
  protocol: Protocol,
  name: string,
  grammar: schema.ChannelGrammar,
  payload: schema.Shape,
  writer: SchemaWriter,
  sentences: Sentences,
): JsonSchema {
  const table = protocol === "prefix" ? "prefixProtocolChannels" : "channelProtocolChannels";
  const parameters = parametersOf(grammar.template);
  return {
    address: grammar.template,
    servers: [{ $ref: `#/servers/${protocol}` }],
    description: sentences.get(table)?.members.get(name) ?? name,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    messages: { data: { name: `${protocol}-${name}`, payload: envelopeOf(protocol, payload, writer) } },
    "x-spec": grammar.spec,
  };
}

/** The envelope with the channel's own payload in it. */
function envelopeOf(protocol: Protocol, payload: schema.Shape, writer: SchemaWriter): JsonSchema {
  const data = writer.write(payload);
  if (protocol === "prefix") {
    return toDraft07({ allOf: [writer.write(schema.prefixEnvelope), { type: "object", properties: { d: data } }] });
  }
  const compressed = { type: "string", contentEncoding: "base64", description: "base64 of a zlib or gzip stream." };
  const envelope = writer.write(schema.channelEnvelope);
  const properties = { data: { anyOf: [data, compressed] } };
  return toDraft07({ type: "array", items: { allOf: [envelope, { type: "object", properties }] } });
}

function messageOf(shape: schema.RecordShape, writer: SchemaWriter, sentences: Sentences): JsonSchema {
  return {
    name: shape.name,
    summary: sentences.get(kebabToCamel(shape.name))?.summary ?? shape.name,
    ...describeSigning(shape, writer),
    payload: toDraft07(writer.write(shape)),
  };
}

function operationOn(channel: string, action: "send" | "receive", messages: readonly string[]): JsonSchema {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}

function parametersOf(template: string): Record<string, JsonSchema> {
  const known: Readonly<Record<string, JsonSchema>> = {
    pair: {
      description: "The pair, for example 4BTC_USDT.",
      examples: schema.pairGrammars.map(({ example }) => example),
    },
    period: { description: "How long a candle lasts.", enum: Object.keys(schema.pushKlinePeriod.members) },
    serviceName: { description: "Service name of the deployment.", default: schema.defaultServiceName },
  };
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return Object.fromEntries(names.map((name) => [name, known[name] ?? {}]));
}

function pushServer(role: "prefixStream" | "channelStream", description: string): JsonSchema {
  return {
    host: "{host}",
    pathname: schema.addressRoles[role].path,
    protocol: "ws",
    description,
    variables: { host: { default: "127.0.0.1:8090", description: "By default a sandbox on this computer." } },
  };
}
