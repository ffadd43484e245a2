import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import { channelProtocolChannels, prefixProtocolChannels, pushKlinePeriod } from "@depthwire/schema/internal";
import { expect, it } from "vitest";
import { channelKind, documentedChannels, type Protocol } from "./channels.js";
import { documentedOperations, isSuccess, operationOf } from "./operations.js";

const described = [usdt, coin, spot, wallet].flatMap((family) =>
  Object.values<unknown>(family)
    .filter((value): value is Operation => typeof value === "object" && value !== null && "alsoAt" in value)
    .flatMap(({ method, path, alsoAt, command }) =>
      [path, ...alsoAt].map((address) => `${method} ${address} ${command ?? ""}`.trimEnd()),
    ),
);

it("are those of the descriptors, read from the documents a second time", () => {
  expect([...documentedOperations].sort()).toEqual([...described].sort());
});

it("are told apart by method, path and command", () => {
  const address = (path: string): URL => new URL(path, "http://127.0.0.1:1");
  const form = new URLSearchParams({ cmds: '[{"cmd":"bc/dealLog","body":{},"index":1}]' }).toString();
  expect(operationOf("POST", address("/v1.1/cquery"), form)).toBe("POST /v1.1/cquery bc/dealLog");
  expect(operationOf("GET", address("/v1.1/cquery?cmd=bcUnit"), undefined)).toBe("GET /v1.1/cquery bcUnit");
  expect(operationOf("GET", address("/v2/mdata/depth?pair=4BTC_USDT"), undefined)).toBe("GET /v2/mdata/depth");
});

it.each([
  ['{"state":0,"result":[]}', true],
  ['{"time":"1"}', true],
  ['{"result":[],"cmd":"bcUnit"}', true],
  ['{"state":2034,"msg":"Operation failed! Please check parameter"}', false],
  ['{"error":{"code":"3033","msg":"query allow only one cmd"}}', false],
  ["", false],
])("count %s as carried out: %s", (text, wanted) => {
  expect(isSuccess(text)).toBe(wanted);
});

it("have channels in both protocols, of every kind and period that the descriptors have", () => {
  const kinds = (
    protocol: Protocol,
    grammars: Readonly<Record<string, { readonly template: string }>>,
  ): readonly string[] =>
    Object.values(grammars).flatMap(({ template }) =>
      (template.includes("{period}") ? Object.keys(pushKlinePeriod.members) : [""]).map((period) =>
        channelKind(protocol, template.replace("{pair}", "4BTC_USDT").replace("{period}", period)),
      ),
    );
  const wanted = [...kinds("A", prefixProtocolChannels), ...kinds("B", channelProtocolChannels)];
  expect([...documentedChannels].sort()).toEqual([...wanted].sort());
});
