import { klinePeriodMs } from "@depthwire/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Editor, mark, openEditor } from "./editor.spec-kit.js";
import { type Probe, writeProbingProgram } from "./operation-probes.spec-kit.js";
import { installPacked, type PackedPackages } from "./packed-packages.spec-kit.js";

/** What fits beside the line that somebody writes. */
const maxHoverCharacters = 400;

/** An order that lacks most of what an order has. */
const wrongCall = 'void account.rest.usdt.placeOrder({ pair: "4BTC_USDT" });';

/** Lines whose last name is asked about, with what an editor must say there. */
const sentences = {
  "account.rest.usdt.placeOrder": "Places an order, with a take-profit and stop-loss attached if it opens a position.",
  "account.rest.coin.listFills": "Lists the trades of one order, page by page.",
  "account.trader": "Orders as objects, within limits.",
};
const types = {
  "account.rest.usdt.placeOrder": "(params: PlaceOrderInput, options?: CallOptions) => Promise<PlacedOrder>",
  "account.rest.usdt.getAssets": "Promise<readonly ContractAsset[]>",
  "account.rest.usdt.listFills": "Promise<FillPage>",
  "venue.klines": "EventStream<KlineItem>",
  "account.trader.place": "place(order: PlaceOrderInput, options?: PlaceOptions): Promise<OrderHandle>",
};

const { source, probes } = writeProbingProgram();
const lines = [...new Set([...Object.keys(sentences), ...Object.keys(types)])];
const program = `${source}${lines.map((line) => `void ${line}${mark};`).join("\n")}
void venue.klines("4BTC_USDT", "${mark}");
${wrongCall}
`;

let packed: PackedPackages | undefined;
let editor: Editor;

beforeAll(() => {
  packed = installPacked();
  editor = openEditor(packed.folder, program);
}, 240_000);
afterAll(() => packed?.remove());

const hoverOf = (line: string) => editor.hover(probes.length + lines.indexOf(line));

function probesOf(of: Probe["of"]): readonly { readonly name: string; readonly nth: number }[] {
  return probes.flatMap((probe, nth) => (probe.of === of ? [{ name: probe.name, nth }] : []));
}

describe("an editor with the packages as they are published", { timeout: 240_000 }, () => {
  it.each([
    { of: "operation", min: 50 },
    { of: "parameter", min: 100 },
    { of: "result-field", min: 450 },
  ] as const)("says of every $of what it means", ({ of, min }) => {
    const silent = probesOf(of).filter(({ nth }) => !/^[A-Z0-9].*\.$/s.test(editor.hover(nth).documentation));
    expect(silent).toEqual([]);
    expect(probesOf(of).length).toBeGreaterThanOrEqual(min);
  });

  it(`writes no type out in more than ${maxHoverCharacters} characters`, () => {
    const hovers = probes.map(({ name }, nth) => ({ name, signature: editor.hover(nth).signature }));
    expect(hovers.filter(({ signature }) => signature === "")).toEqual([]);
    expect(hovers.filter(({ signature }) => signature.length > maxHoverCharacters)).toEqual([]);
  });

  it.each(Object.entries(sentences))("says at %s what the descriptor says", (line, sentence) => {
    expect(hoverOf(line).documentation).toBe(sentence);
  });

  it.each(Object.entries(types))("says the type of %s by name", (line, type) => {
    expect(hoverOf(line).signature).toContain(type);
  });

  it("offers the periods of candles, and says no more of the argument than their name", () => {
    const offered = editor.completions(probes.length + lines.length);
    expect([...offered].sort()).toEqual(
      Object.keys(klinePeriodMs)
        .filter((period) => period !== "3min")
        .sort(),
    );
    expect(hoverOf("venue.klines").signature).toContain("klines(pair: string, period: PeriodName, ");
  });

  it("finds nothing wrong but the wrong call, and says by name what that lacks", () => {
    expect(editor.errors()).toEqual([
      "Argument of type '{ pair: string; }' is not assignable to parameter of type 'PlaceOrderInput'.\n" +
        "  Type '{ pair: string; }' is missing the following properties from type 'InputFields<PlaceOrderParams>': quantity, side, type, price",
    ]);
  });
});
