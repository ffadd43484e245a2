import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "@asyncapi/parser";
import { errorCodes } from "@depthwire/core";
import { venueCodes } from "@depthwire/schema";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { generateDocuments, staleFiles } from "./documents.js";
import { allOperations } from "./operations.js";
import { readSentences } from "./sentences.js";

const sentences = readSentences(fileURLToPath(new URL("../../../schema/src/internal.ts", import.meta.url)));
const relaySentences = readSentences(fileURLToPath(new URL("../../../schema/src/relay.ts", import.meta.url)));
const files = generateDocuments(sentences, relaySentences, "1.2.3");

interface JsonObject {
  readonly [key: string]: unknown;
}

describe("docs/api/openapi.json", () => {
  const document = parsed("docs/api/openapi.json");

  it("is valid OpenAPI 3.1 for an independent validator", async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it("has every operation at every path", () => {
    const described = Object.values(at(document, "paths")).flatMap((item) =>
      Object.values(object(item)).flatMap((operation) => list(object(operation)["x-operations"])),
    );
    const names = described.map((entry) => object(entry)["name"]);
    for (const { family, operation } of allOperations()) {
      const expected = 1 + operation.alsoAt.length;
      expect(names.filter((name) => name === `${family}.${operation.name}`)).toHaveLength(expected);
    }
  });

  it("tells what every operation, key and parameter means", () => {
    const operations = Object.values(at(document, "paths")).flatMap((item) => Object.values(object(item)));
    expect(operations.filter((operation) => object(operation)["summary"] === "")).toEqual([]);
    const keys = Object.entries(at(document, "components", "schemas")).flatMap(([name, schema]) =>
      Object.entries(object(object(schema)["properties"] ?? {})).map(([key, value]) => ({
        name,
        key,
        ...object(value),
      })),
    );
    expect(keys.filter((key) => !("description" in key))).toEqual([]);
    const parameters = operations.flatMap((operation) => list(object(operation)["parameters"] ?? []));
    expect(parameters.filter((parameter) => !("description" in object(parameter)))).toEqual([]);
  });

  it("accepts a real answer and refuses a damaged one", () => {
    const answer = new Ajv2020({ strict: false, validateFormats: false });
    answer.addSchema({ $id: "api", ...document });
    const valid = answer.compile({
      $ref: "api#/paths/~1v3~1cbu~1order~1open/post/responses/200/content/application~1json/schema",
    });
    expect(valid({ state: 0, order_id: "12875281286404369", client_oid: "7", status: 1, cmd: "open" })).toBe(true);
    expect(valid({ state: 3103, msg: "…", cmd: "changeMargin" })).toBe(true);
    expect(valid({ state: 0, order_id: "12875281286404369" })).toBe(false);
  });
});

describe("docs/api/asyncapi.json", () => {
  const document = parsed("docs/api/asyncapi.json");

  it("is valid AsyncAPI 3.0 for an independent validator", async () => {
    const diagnostics = await new Parser().validate(JSON.stringify(document));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  it.each([
    { protocol: "prefix", keys: ["apikey", "sub"] },
    { protocol: "channel", keys: ["apikey", "channel", "event"] },
  ])("says what a login of protocol $protocol signs, in the order of the keys", ({ protocol, keys }) => {
    const login = at(document, "channels", `${protocol}-control`, "messages", `${protocol}-login`);
    expect(login["description"]).toContain(`{${keys.join(", ")}}`);
    const name = String(at(login, "x-signed-text")["$ref"]).split("/").at(-1) ?? "";
    expect(Object.keys(at(document, "components", "schemas", name, "properties"))).toEqual(keys);
  });

  it.each([
    { channel: "prefix-depth", message: depthMessage({ seq: 188236, asks: [["7.904", "47741.6"]], bids: null }) },
    { channel: "prefix-depth", message: depthMessage({ seq: 188240, add: { asks: [["0.11", "47744.9"]], bids: [] } }) },
    {
      channel: "prefix-kline",
      message: {
        topic: "4BTC_USDT_kline_1min",
        t: 1,
        d: [["1639122420000", "47868.1", "47892.3", "47825.4", "47825.4", "10.86"]],
      },
    },
    {
      channel: "prefix-deals",
      message: { topic: "4BTC_USDT_deals", t: 1, d: ["47741.6", "0.5", "1", "1639122420000", ""] },
    },
  ])("accepts a sample of $channel and refuses it when its data is damaged", ({ channel, message }) => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "api", ...document });
    const valid = ajv.compile({ $ref: `api#/channels/${channel}/messages/data/payload` });
    expect(valid(message), JSON.stringify(valid.errors)).toBe(true);
    expect(valid({ ...message, d: [1] })).toBe(false);
    expect(valid({ ...message, topic: undefined })).toBe(false);
  });
});

describe("docs/api/relay-view.schema.json and relay-asyncapi.json", () => {
  const schema = parsed("docs/api/relay-view.schema.json");
  const document = parsed("docs/api/relay-asyncapi.json");
  const { payload } = (at(document, "channels", "view", "messages", "view")["examples"] as JsonObject[])[0] ?? {};
  const view = object(payload);
  const { status: _, ...withoutStatus } = view;

  it("are valid for independent validators", { timeout: 60_000 }, async () => {
    const diagnostics = await new Parser().validate(JSON.stringify(document));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
  });

  it("tell what every key means", () => {
    const properties = [schema, ...Object.values(at(schema, "$defs"))].flatMap((one) =>
      Object.values(object(object(one)["properties"] ?? {})),
    );
    expect(properties.length).toBeGreaterThan(14);
    expect(properties.filter((property) => !("description" in object(property)))).toEqual([]);
  });

  it.each([
    ["a view", view, true],
    ["one that is not live", { ...view, status: "stale", reason: "disconnected", freshWithinMs: undefined }, true],
    ["prices as binary floats", { ...view, asks: [{ price: 47_741.6, quantity: "1" }] }, false],
    ["another version", { ...view, version: 2 }, false],
    ["no status", withoutStatus, false],
    ["a negative age", { ...view, ageMs: -1 }, false],
  ] as const)("judge %s alike", (_what, value, isValid) => {
    const wire = JSON.parse(JSON.stringify(value)) as unknown;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "api", ...document });
    const validateMessage = ajv.compile({ $ref: "api#/channels/view/messages/view/payload" });
    expect(validate(wire), JSON.stringify(validate.errors)).toBe(isValid);
    expect(validateMessage(wire), JSON.stringify(validateMessage.errors)).toBe(isValid);
  });
});

describe("the pages", () => {
  it("have a row for every code", () => {
    const page = text("docs/errors.md");
    for (const code of [...Object.keys(errorCodes), ...Object.keys(venueCodes)]) {
      expect(page).toContain(`\n| \`${code}\` |`);
    }
  });

  it("have a glossary of wire keys without a silent row", () => {
    const rows = text("docs/spec/glossary.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows).toContain(
      "| `liquidationPrice` | `pf` | position | Price at which the venue takes it over; 0: none. |",
    );
    expect(rows.filter((row) => /\|\s+\|/.test(row))).toEqual([]);
  });

  it("say that they are generated", () => {
    for (const { text } of files) {
      expect(text.slice(0, 500)).toContain("Do not edit");
    }
  });
});

describe("staleFiles", () => {
  const root = mkdtempSync(join(tmpdir(), "api-docs-"));
  afterAll(() => rmSync(root, { recursive: true }));

  it("names files that are missing or changed, and none once they are written", () => {
    expect(staleFiles(root, files)).toEqual(files);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(staleFiles(root, files)).toEqual([]);
    writeFileSync(join(root, "docs/errors.md"), "edited");
    expect(staleFiles(root, files).map(({ path }) => path)).toEqual(["docs/errors.md"]);
  });

  it("would write the same bytes again", () => {
    expect(generateDocuments(sentences, relaySentences, "1.2.3")).toEqual(files);
  });
});

function depthMessage(data: object): JsonObject {
  return { topic: "4BTC_USDT_depth", t: 1, d: { pair: "4BTC_USDT", ut: 1639124171584, ...data } };
}

function text(path: string): string {
  return files.find((file) => file.path === path)?.text ?? "";
}

function parsed(path: string): JsonObject {
  return object(JSON.parse(text(path)));
}

function at(from: JsonObject, ...keys: readonly string[]): JsonObject {
  return keys.reduce((inner, key) => object(inner[key]), from);
}

function object(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null) {
    throw new Error(`no object: ${String(value)}`);
  }
  return { ...value };
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new Error(`no list: ${String(value)}`);
  }
  return value;
}
