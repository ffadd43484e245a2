import { readFile } from "node:fs/promises";
import { type JsonObject, type JsonWritable, parseExact, writeOrdered } from "@depthwire/core/internal";
import { jsonText } from "../server/answer.js";
import { isListed, type Route } from "../server/route.js";

/** The documented paths, written from the descriptors, with the sentence of each operation and field. */
export const venueFile: URL = new URL("../../openapi/venue.json", import.meta.url);

/** What stands for a part of a path in examples. */
const pathExamples: Readonly<Record<string, string>> = {
  pair: "4BTC_USDT",
  period: "1min",
  orderId: "17592186044825",
};

/**
 * The whole interface as OpenAPI 3.1: the documented paths and the accelerator's own.
 *
 * @param own paths of the accelerator, once all are known
 */
export function openApiRoute(own: () => readonly Route[]): Route {
  const route: Route = {
    method: "GET",
    path: "/openapi.json",
    summary: "This interface as OpenAPI 3.1, an example in every operation",
    example: { openapi: "3.1.0" },
    answer: async () => {
      // Examples have ids that JavaScript's numbers do not hold.
      const venue = parseExact(await readFile(venueFile, "utf8")) as JsonObject;
      const { info, tags, paths, components } = venue as Readonly<Record<string, JsonObject>>;
      const whole = {
        ...venue,
        info: { ...info, ...about },
        servers: [{ url: "/" }],
        tags: [{ name: "own", description: "Short paths of the accelerator." }, ...(tags as unknown as JsonObject[])],
        paths: { ...ownPaths([...own(), route].filter(isListed)), ...paths },
        components: { ...components, securitySchemes },
        security: [{ token: [] }],
      };
      return jsonText(writeOrdered(whole as JsonWritable));
    },
  };
  return route;
}

const about = {
  title: "Depthwire accelerator",
  description: "The exchange service, unsigned, on this computer.",
};

const securitySchemes = {
  token: { type: "apiKey", in: "header", name: "x-depthwire-token", description: "Printed at the first start." },
};

function ownPaths(routes: readonly Route[]): Readonly<Record<string, object>> {
  const items = new Map<string, Record<string, object>>();
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    items.set(path, { ...items.get(path), [route.method.toLowerCase()]: operationOf(route) });
  }
  return Object.fromEntries(items);
}

function operationOf(route: Route): object {
  const { method, path, summary, query = {}, headers = {}, body, example, answerType } = route;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    example: pathExamples[name],
  }));
  const inQuery = Object.entries(query).map(([name, value]) => ({
    name,
    in: "query",
    schema: { type: typeof value === "number" ? "integer" : "string" },
    example: value,
  }));
  const inHeader = Object.entries(headers).map(([name, value]) => ({
    name,
    in: "header",
    schema: { type: "string" },
    example: value,
  }));
  const name = path.replace(/[^a-z]+/gi, "-").replace(/^-|-$/g, "");
  return {
    operationId: `own-${method.toLowerCase()}-${name === "" ? "root" : name}`,
    tags: ["own"],
    summary,
    parameters: [...inPath, ...inQuery, ...inHeader],
    ...(body === undefined ? {} : { requestBody: bodyOf(route) }),
    responses: {
      "200": {
        description: "The answer; refusals have a status of their own.",
        content: answerType === undefined ? jsonContent(example) : textContent(answerType, example),
      },
    },
  };
}

/** The example tries the route out; the shape has what else may come, and says what must. */
function bodyOf({ body, moreOfBody, required }: Route): object {
  const schema = { ...schemaOf({ ...body, ...moreOfBody }), ...(required === undefined ? {} : { required }) };
  return { required: true, content: { "application/json": { schema, example: body } } };
}

function jsonContent(example: unknown): object {
  const schema = example === undefined ? { type: "object" } : schemaOf(example);
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}

/** The shape that an example has: what clients are generated from. There may be more. */
function schemaOf(example: unknown): object {
  if (Array.isArray(example)) {
    return { type: "array", items: example.length === 0 ? {} : schemaOf(example[0]) };
  }
  if (typeof example === "object" && example !== null) {
    const properties = Object.entries(example).map(([name, value]) => [name, schemaOf(value)]);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  return typeof example === "number" ? { type: "number" } : example === null ? {} : { type: typeof example };
}

function textContent(type: string, example: unknown): object {
  return { [type]: { schema: { type: "string" }, ...(example === undefined ? {} : { example }) } };
}
