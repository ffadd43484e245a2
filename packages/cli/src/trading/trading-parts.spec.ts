import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Credential } from "@depthwire/core";
import type { RestClient } from "@depthwire/rest";
import { expect, it, onTestFinished, vi } from "vitest";
import { sceneContext } from "../context.spec-kit.js";
import type { Context } from "../program/context.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { confirm, planText } from "./confirm.js";
import { planOf } from "./describe-order.js";
import { checkNotHalted, endHalts, haltsOf, keepHalt } from "./halt-marks.js";
import { checkLimits, limitsOf, readLimits, writeLimits } from "./limits.js";
import { type OpenedAccount, placeWords } from "./open-account.js";
import { worthAt, worthOf } from "./order-worth.js";
import { writeOwnFile } from "./own-file.js";

const scratch = () => scratchDirectory(onTestFinished);
const { signal } = new AbortController();
const pair = "4BTC_USDT";

type Order = Parameters<typeof worthOf>[0];
const limitOrder = { pair, side: "open-long", type: "limit", quantity: "2", price: "100" } as Order;

function account(folder: string, more: Partial<OpenedAccount> = {}): OpenedAccount {
  return {
    venue: { rest: "http://127.0.0.1:8090", push: "ws://127.0.0.1:8090/cbu", port: 8090, isLoopback: true },
    from: "key.json",
    credential: new Credential({ apiKey: "key-1", apiSecret: "secret" }),
    folder,
    flags: {},
    ...more,
  } as OpenedAccount;
}

it("limits are held: the smaller of two, what is exactly at a bound passes, and what nobody can value does not", () => {
  const check = (quantity: string, value: string | undefined, ...limits: Parameters<typeof checkLimits>[1]) =>
    checkLimits({ quantity, value }, limits);
  const exceeded = (limit: string, value: string, bound: string) =>
    expect.objectContaining({ code: "limit-exceeded", details: { limit, value, bound } });
  expect(() => check("2", "200")).not.toThrow();
  expect(() => check("2", undefined, {})).not.toThrow();
  expect(() => check("2", "200", { maxQuantity: "2", maxValue: "200.0" })).not.toThrow();
  expect(() => check("2.01", "1", { maxQuantity: "2" })).toThrow(exceeded("max-quantity", "2.01", "2"));
  expect(() => check("1", "200.01", { maxValue: "200" })).toThrow(exceeded("max-value", "200.01", "200"));
  expect(() => check("1", "150", { maxValue: "200" }, { maxValue: "100" })).toThrow(
    exceeded("max-value", "150", "100"),
  );
  expect(() => check("1", "150", { maxValue: "100" }, {})).toThrow(exceeded("max-value", "150", "100"));
  expect(() => check("1", undefined, { maxValue: "100" })).toThrow(
    exceeded("max-value", "not known: the venue tells no tag price", "100"),
  );
});

it("limits are amounts above 0, on the command line and where they are kept", async () => {
  expect(limitsOf({})).toEqual({});
  expect(limitsOf({ maxValue: "5", maxQuantity: "0.001" })).toEqual({ maxValue: "5", maxQuantity: "0.001" });
  for (const bound of ["0", "0.0", "-1", "x", "", "1e3"]) {
    expect(() => limitsOf({ maxQuantity: bound })).toThrow(
      `--max-quantity ${bound}: it must be an amount above 0, such as 500`,
    );
    expect(() => limitsOf({ maxValue: bound })).toThrow(`--max-value ${bound}: it must be`);
  }
  const folder = await scratch();
  expect(await readLimits(folder)).toEqual({});
  await writeLimits(folder, { maxValue: "5" });
  expect(await readLimits(folder)).toEqual({ maxValue: "5" });
  const path = join(folder, "limits.json");
  for (const text of ['{"maxValue":5}', '{"max":"5"}', '{"maxValue":"0"}', "[]", "null", "5", "{", ""]) {
    await writeFile(path, text);
    await expect(readLimits(folder)).rejects.toMatchObject({
      code: "file-unusable",
      message: `${path} holds no limits`,
      remedy: "Look into it, or begin anew with: depthwire key limits --none.",
    });
  }
  const blocked = join(folder, "blocked");
  await mkdir(join(blocked, "limits.json"), { recursive: true });
  await expect(readLimits(blocked)).rejects.toMatchObject({
    code: "file-unusable",
    message: `The limits in ${join(blocked, "limits.json")} cannot be read (EISDIR)`,
    remedy: "Make it readable.",
  });
});

it("an order is worth the most that it may fill at", async () => {
  const asked = vi.fn();
  const rest = (prices: Readonly<Record<string, { readonly tagPrice: string }>>): RestClient =>
    ({
      usdt: {
        getTagPrices: async (...args: readonly unknown[]) => {
          asked(...args);
          return prices;
        },
      },
    }) as unknown as RestClient;
  const at = (tagPrice: string) => rest({ [pair]: { tagPrice } });
  const sell = { ...limitOrder, side: "open-short" } as Order;
  const market = { ...limitOrder, type: "market", price: "0" } as Order;
  expect(await worthOf(limitOrder, at("300"), signal)).toEqual({ value: "200", coin: "USDT", price: "100" });
  expect(asked).not.toHaveBeenCalled();
  expect(await worthOf(sell, at("300"), signal)).toEqual({ value: "600", coin: "USDT", price: "300" });
  expect(asked).toHaveBeenCalledExactlyOnceWith({}, { signal });
  expect(await worthOf(sell, at("100"), signal)).toEqual({ value: "200", coin: "USDT", price: "100" });
  expect(await worthOf(sell, at("50"), signal)).toEqual({ value: "200", coin: "USDT", price: "100" });
  expect(await worthOf(sell, rest({}), signal)).toEqual({ value: undefined, coin: "USDT", price: undefined });
  expect(await worthOf(market, at("300"), signal)).toEqual({ value: "600", coin: "USDT", price: "300" });
  expect(await worthOf(market, rest({}), signal)).toEqual({ value: undefined, coin: "USDT", price: undefined });
  expect(await worthOf({ ...market, pair: "toString" } as Order, rest({}), signal)).toMatchObject({ price: undefined });
  expect(worthAt({ ...limitOrder, pair: "5BTC_USD", quantity: "300" } as Order, "100")).toEqual({
    value: "3.0000000000",
    coin: "BTC",
    price: "100",
  });
});

it("a plan says what an order does, what is attached to it, and where it goes", () => {
  const far = account("/f", { venue: { rest: "https://v.test", push: "", port: 443, isLoopback: false } });
  const worth = { value: "200.00", coin: "USDT", price: "100.0" };
  const plan = (order: object, of = worth as Parameters<typeof planOf>[1], at = far) =>
    planText(planOf({ ...limitOrder, ...order } as Order, of, at)).split("\n");
  expect(plan({})).toEqual([
    "Buy 2 4BTC_USDT at 100",
    "  effect   opens or enlarges a long position",
    "  value    200 USDT",
    "  venue    https://v.test",
    "  account  key.json",
  ]);
  const attached = { takeProfitTriggerPrice: "110", stopLossTriggerPrice: "90", clientOrderId: "7" };
  expect(plan({ side: "close-short", type: "market", ...attached }, worth, account("/f"))).toEqual([
    "Buy 2 4BTC_USDT at the market",
    "  effect       reduces a short position",
    "  value        about 200 USDT, at the tag price 100",
    "  take profit  110",
    "  stop loss    90",
    "  client id    7",
    "  venue        http://127.0.0.1:8090 (this computer)",
    "  account      key.json",
  ]);
  const unknown = { value: undefined, coin: "USDT", price: undefined };
  expect(plan({ side: "open-short" }, unknown).slice(0, 3)).toEqual([
    "Sell 2 4BTC_USDT at 100",
    "  effect   opens or enlarges a short position",
    "  value    not known: the venue tells no tag price",
  ]);
  expect(plan({ side: "close-long" }).slice(0, 2)).toEqual([
    "Sell 2 4BTC_USDT at 100",
    "  effect   reduces a long position",
  ]);
  expect(placeWords(far)).toEqual([
    ["venue", "https://v.test"],
    ["account", "key.json"],
  ]);
  expect(planText({ does: "Nothing", facts: [] })).toBe("Nothing");
});

it("a question is asked of a terminal alone, and only y and yes are a yes", async () => {
  const plan = { does: "Do it all", facts: [["a", "b"]] as const };
  const asking = (answer: string | undefined, isTerminal = true) => {
    const questions: string[] = [];
    const { context, streams } = sceneContext("order", "text", {
      input: {
        isTerminal,
        ask: async (question: string) => {
          questions.push(question);
          return answer;
        },
      } as Context["input"],
    });
    return { context, questions, said: () => streams.text().err };
  };
  for (const answer of ["y", "Y", "yes", " YES "]) {
    const { context, questions, said } = asking(answer);
    await confirm(plan, {}, context);
    expect(questions).toEqual(["Do it? [y/N]"]);
    expect(said()).toBe("Do it all\n  a  b\n");
  }
  for (const answer of ["n", "", "ye", "yess", "ay", undefined]) {
    await expect(confirm(plan, {}, asking(answer).context)).rejects.toMatchObject({
      code: "not-confirmed",
      message: "Nothing was done: the answer was not yes",
    });
  }
  const nobody = asking("y", false);
  await expect(confirm(plan, {}, nobody.context)).rejects.toMatchObject({
    code: "not-confirmed",
    message: "Nothing was done: nobody can be asked here whether to do this. Do it all",
    remedy: "Add --yes if it is to happen without a question.",
  });
  expect(nobody.questions).toEqual([]);
  await confirm(plan, { yes: true }, nobody.context);
});

it("a halt is of an account at a venue, by its name or by its key, under any spelling of this computer", async () => {
  const folder = await scratch();
  const own = account(folder);
  expect(await haltsOf(own)).toEqual([]);
  expect(await endHalts(own)).toBe(0);
  const mark = await keepHalt(own, "news", 5);
  expect(mark).toEqual({
    venue: "http://127.0.0.1:8090",
    from: "key.json",
    keyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    reason: "news",
    sinceMs: 5,
  });
  expect(await readdir(join(folder, "halts"))).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  const at = (rest: string, more: Partial<OpenedAccount> = {}) =>
    account(folder, { venue: { rest, push: "", port: 1, isLoopback: true }, ...more });
  const other = new Credential({ apiKey: "key-2", apiSecret: "secret" });
  const held = async (one: OpenedAccount) => (await haltsOf(one)).length;
  expect([
    await held(at("http://localhost:8090/", { from: "elsewhere" })),
    await held(at("http://[::1]:8090")),
    await held(at("http://localhost.test:8090")),
    await held(at("https://127.0.0.1:8090")),
    await held(at("http://127.0.0.1:8090/v2")),
    await held(account(folder, { credential: other })),
    await held(account(folder, { credential: other, account: "main" })),
  ]).toEqual([1, 1, 0, 0, 0, 0, 0]);
  await expect(checkNotHalted(own)).rejects.toMatchObject({
    code: "halted",
    message: "Nothing was sent: key.json is halted at http://127.0.0.1:8090 since 1970-01-01T00:00:00.005Z (news)",
    remedy: "Find out why; then let orders through again with: depthwire halt --resume.",
    details: mark,
  });
  await keepHalt(account(folder, { credential: other, account: "main" }), "more", 6);
  expect([await held(account(folder, { account: "main" })), await held(own)]).toEqual([2, 1]);
  expect(await endHalts(own)).toBe(1);
  await checkNotHalted(own);
  expect(await held(account(folder, { account: "main" }))).toBe(1);
});

it("a mark that nobody understands is a halt of everybody; other files are none", async () => {
  const folder = await scratch();
  const halts = join(folder, "halts");
  await mkdir(halts, { mode: 0o700 });
  await writeFile(join(halts, "note.txt"), "{");
  expect(await haltsOf(account(folder))).toEqual([]);
  const whole = { venue: "v", from: "f", keyDigest: "k", reason: "r", sinceMs: 1 };
  for (const spoilt of ["{", "null", ...Object.keys(whole).map((key) => JSON.stringify({ ...whole, [key]: null }))]) {
    await writeFile(join(halts, "a.json"), spoilt);
    expect(await haltsOf(account(folder)), spoilt).toMatchObject([
      { from: "key.json", reason: "a mark that cannot be read", sinceMs: 0 },
    ]);
  }
  await writeFile(join(halts, "a.json"), JSON.stringify(whole));
  expect(await haltsOf(account(folder))).toEqual([]);
  const blocked = join(folder, "blocked");
  await mkdir(blocked);
  await writeFile(join(blocked, "halts"), "a file");
  await expect(haltsOf(account(blocked))).rejects.toMatchObject({
    code: "halted",
    message: `Whether orders are halted cannot be read from ${join(blocked, "halts")} (ENOTDIR)`,
    remedy: "Make it readable: an order must not be opened while it is not known.",
  });
});

it("a file of one's own is whole or not there, and nobody else's", async () => {
  const folder = join(await scratch(), "own");
  await writeOwnFile(folder, "a.json", { a: 1 });
  expect(await readFile(join(folder, "a.json"), "utf8")).toBe('{"a":1}\n');
  expect((await stat(join(folder, "a.json"))).mode & 0o777).toBe(0o600);
  await mkdir(join(folder, "b.json"));
  await writeFile(join(folder, "b.json", "x"), "");
  await expect(writeOwnFile(folder, "b.json", {})).rejects.toMatchObject({ syscall: "rename" });
  expect((await readdir(folder)).sort()).toEqual(["a.json", "b.json"]);
  await chmod(folder, 0o755);
  await expect(writeOwnFile(folder, "a.json", {})).rejects.toMatchObject({ code: "key-open" });
});
