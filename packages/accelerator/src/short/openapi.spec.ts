import { usdt } from "@depthwire/schema";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

/** A limit order with everything that may be attached to it. */
const attached = {
  pair,
  side: "open-long",
  type: "limit",
  quantity: "0.01",
  price: "20000",
  clientOrderId: "4712",
  attachedOrderType: "limit",
  takeProfitTriggerPrice: "25000",
  stopLossTriggerPrice: "18000",
  takeProfitPrice: "25000",
  stopLossPrice: "17990",
};

/** What is looked at in the description of an operation. */
interface Described {
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: { readonly properties: object } } };
  };
}

describe("the interface", () => {
  it("is described by OpenAPI, with an example in every operation", async () => {
    const { ask } = await setScene();
    const { body } = await ask("/openapi.json");
    const items = Object.entries(body["paths"] as Record<string, Record<string, object>>);
    const operations = items.flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => ({ path, method, each })),
    );
    expect(operations.length).toBeGreaterThan(60);
    expect(
      operations.filter(({ each }) => !/"examples":\{"|"example":/.test(JSON.stringify(each))).map(({ path }) => path),
    ).toEqual([]);
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const paths = (await ask("/")).body["paths"] as { method: string; path: string }[];
    const listed = paths.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(described.toSorted()).toEqual(listed.toSorted());
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
    expect(body["paths"]).toMatchObject({
      "/orders": {
        post: {
          parameters: [{ name: "idempotency-key", in: "header" }],
          requestBody: {
            content: { "application/json": { schema: { required: ["pair", "side", "type", "quantity"] } } },
          },
        },
        delete: { requestBody: { content: { "application/json": { schema: { required: ["pair"] } } } } },
      },
      "/events": { get: { parameters: expect.arrayContaining([expect.objectContaining({ in: "header" })]) } },
    });
  });

  it("is what it was: every change of an own address, its words or its example shows in own-interface.txt", async () => {
    const { ask, accelerator } = await setScene({ credential: undefined });
    const { info, servers, tags, paths, components, security } = (await ask("/openapi.json"))
      .body as never as Described & {
      readonly [Name in "info" | "servers" | "tags" | "security"]: unknown;
    } & {
      readonly components: { readonly securitySchemes: object };
      readonly paths: Record<string, Record<string, { readonly tags?: string[] }>>;
    };
    const own = Object.entries(paths).filter(([, item]) =>
      Object.values(item).some(({ tags: of }) => of?.[0] === "own"),
    );
    const { securitySchemes } = components;
    const page = await fetch(accelerator.url, { headers: { accept: "text/html" } });
    const files = await Promise.all(
      ["/docs", "/docs/start.js", "/docs/none.js"].map(async (path) => {
        const file = await fetch(accelerator.url + path);
        return [path, file.status, file.headers.get("content-type"), (await file.text()).split("\n")];
      }),
    );
    const whole = {
      info,
      servers,
      tag: (tags as object[])[0],
      security,
      securitySchemes,
      own,
      files,
      page: (await page.text()).split("\n"),
    };
    await expect(`${JSON.stringify(whole, null, 2)}\n`).toMatchFileSnapshot("../../own-interface.txt");
  });

  it("describes every field that an order takes", async () => {
    const { ask } = await setScene();
    const { paths } = (await ask("/openapi.json")).body as unknown as { paths: Record<"/orders", { post: Described }> };
    const { properties } = paths["/orders"].post.requestBody.content["application/json"].schema;
    const taken = Object.entries(usdt.placeOrder.params.fields).filter(([, { presence }]) => presence !== "fixed");
    expect(Object.keys(properties).toSorted()).toEqual(taken.map(([name]) => name).toSorted());
    const order = Object.entries(properties).map(([name]) => [name, attached[name as keyof typeof attached]]);
    expect(await ask("/orders", { body: Object.fromEntries(order) })).toMatchObject({ status: 200 });
  });
});
