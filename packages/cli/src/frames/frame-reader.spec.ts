import { expect, it } from "vitest";
import { FrameReader } from "./frame-reader.js";

const pair = "4BTC_USDT";
const bytesOf = (text: string) => new TextEncoder().encode(`0${text}`);
const depthText = (seq: number): string =>
  JSON.stringify({ topic: `${pair}_depth`, t: 0, d: { pair, ut: 5, seq, asks: [["1", "3"]], bids: [["1", "2"]] } });

it("a frame is taken apart in both protocols: channels, refusals, heartbeats, and the text", () => {
  const reader = new FrameReader();
  const read = (bytes: Uint8Array) => {
    const { messages, refusals, text } = reader.read(bytes);
    return {
      messages: messages.map(({ kind, pair: of, period, channel, dataKind, event }) => [
        kind,
        of,
        period,
        channel,
        dataKind,
        event().kind,
      ]),
      refusals: refusals.map(({ code, message }) => [code, message]),
      text: text(),
    };
  };
  const plainBytes = (text: string) => new TextEncoder().encode(text);
  const deals = { channel: "svc_sub_spot_4BTC_USDT_deals", binary: "0", data_type: 1, data: [] };
  expect([
    read(bytesOf(depthText(1))),
    read(bytesOf('{"topic":"unheard_of","t":1,"d":{}}')),
    read(bytesOf('{"ping":5}')),
    read(bytesOf('{"error":{"code":3016,"msg":"no"}}')),
    read(plainBytes(JSON.stringify([deals]))),
    read(plainBytes(JSON.stringify(deals))),
  ]).toMatchInlineSnapshot(`
    [
      {
        "messages": [
          [
            "depth",
            "4BTC_USDT",
            "",
            "4BTC_USDT_depth",
            "full",
            "depth",
          ],
        ],
        "refusals": [],
        "text": "{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":1,"asks":[["1","3"]],"bids":[["1","2"]]}}",
      },
      {
        "messages": [],
        "refusals": [],
        "text": "{"topic":"unheard_of","t":1,"d":{}}",
      },
      {
        "messages": [],
        "refusals": [],
        "text": "{"ping":5}",
      },
      {
        "messages": [],
        "refusals": [
          [
            3016,
            "no",
          ],
        ],
        "text": "{"error":{"code":3016,"msg":"no"}}",
      },
      {
        "messages": [
          [
            "deals",
            "4BTC_USDT",
            "",
            "svc_sub_spot_4BTC_USDT_deals",
            "incremental",
            "deals",
          ],
        ],
        "refusals": [],
        "text": "[{"channel":"svc_sub_spot_4BTC_USDT_deals","binary":"0","data_type":1,"data":[]}]",
      },
      {
        "messages": [
          [
            "deals",
            "4BTC_USDT",
            "",
            "svc_sub_spot_4BTC_USDT_deals",
            "incremental",
            "deals",
          ],
        ],
        "refusals": [],
        "text": "{"channel":"svc_sub_spot_4BTC_USDT_deals","binary":"0","data_type":1,"data":[]}",
      },
    ]
  `);
  expect(() => reader.read(plainBytes("2"))).toThrow();
});
