import { expect, it } from "vitest";
import type { RecordingEntry } from "./recording-entry.js";
import { SegmentReader } from "./segment-reader.js";

/** A segment as version 1 of the format was first written: never made anew. Recordings outlive the code that wrote them. */
const goldenSegment = new Uint8Array(
  Buffer.from(
    "RFdSRUMAAAEbAAAAPZExuKM8hLmVAKVydW4tMQHLQndScrMucADLQCkAAAAAAAAmAAAA9rkD1FJ9KpmWAQKvd3M6Ly92ZW51ZS9w" +
      "dXNow8KRrzRCVENfVVNEVF9kZXB0aBsAAACy4uwvcvH0AJUCAqk0QlRDX1VTRFTLQndScrMtwADEAzB7fSEAAACo+s6a1/rRJZUD" +
      "A84AD0JAy0J3UnKzLoAAr3dzOi8vdmVudWUvcHVzaBEAAAADMtfpyHnG95QEA84AHoSAy0J3UnKzLpAAKwAAADJJxaDvpwyElQgD" +
      "zgAtxsDLQndScrMuoAC5eyJzdWIiOiI0QlRDX1VTRFRfZGVwdGgifRcAAACqVzwHU8rutZUJA84APQkAy0J3UnKzLrAApWxvZ2lu" +
      "FgAAAHvq91kEC/eOlQUDzgBMS0DLQndScrMuwADEAzB7fUQBAAALKv9efN2uk5UFA8tB9loLwAAAAMtCd1JytKVwAMUBLDExMTEx" +
      "MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx" +
      "MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx" +
      "MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx" +
      "MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMRUAAABm" +
      "v6uarO4f3JQGA8tB9lr/5AAAAMtCd1JytKWAADcAAADDeDZ/1QCWnZcLA8tB9lv0CAAAAMtCd1JytKWQAK80QlRDX1VTRFRfZGVw" +
      "dGiobm8tb3duZXLLQndScrL1gAA9AAAADOA4F+HPkgyYDAPLQfZc6CwAAADLQndScrSloACvNEJUQ19VU0RUX2RlcHRorW93bmVy" +
      "LWNoYW5nZWTLQndScrL1gAAEIwAAAH+1EQjPnRC/lgcDy0H2XdxQAAAAy0J3UnK0pbAAzQPuqkVDT05OUkVTRVQWAAAAfirqigSC" +
      "MMiVCgDLQfZe0HQAAADLQndScrSlwAAC",
    "base64",
  ),
);

const time = (elapsedNs: number) => ({ connection: 3, elapsedNs, epochMs: 1_602_679_943_911 + elapsedNs / 1e6 });
const book = { channel: "4BTC_USDT_depth", fromMs: 1_602_679_943_000 };
const utf8 = new TextEncoder();
const wanted: readonly RecordingEntry[] = [
  {
    kind: "connection",
    connection: 2,
    address: "ws://venue/push",
    phase: "open",
    access: "public",
    channels: ["4BTC_USDT_depth"],
  },
  {
    kind: "checkpoint",
    connection: 2,
    pair: "4BTC_USDT",
    receivedAtMs: 1_602_679_943_900,
    frame: utf8.encode("0{}"),
  },
  { kind: "connecting", ...time(1_000_000), address: "ws://venue/push" },
  { kind: "opened", ...time(2_000_000) },
  { kind: "outbound", ...time(3_000_000), text: '{"sub":"4BTC_USDT_depth"}' },
  { kind: "outbound-withheld", ...time(4_000_000), content: "login" },
  { kind: "inbound", ...time(5_000_000), frame: utf8.encode("0{}") },
  { kind: "inbound", ...time(6_000_000_000), frame: new Uint8Array(300).fill(49) },
  { kind: "control-frame", ...time(6_001_000_000) },
  { kind: "doubted", ...time(6_002_000_000), ...book, reason: "no-owner" },
  { kind: "gap", ...time(6_003_000_000), ...book, reason: "owner-changed", dropped: 4 },
  { kind: "closed", ...time(6_004_000_000), code: 1006, cause: "ECONNRESET" },
  { kind: "end", elapsedNs: 6_005_000_000, epochMs: 1_602_679_949_916, frames: 2 },
];

it("what was recorded once is read still, entry by entry", () => {
  const reader = new SegmentReader(goldenSegment, "golden.dwrec");
  expect(reader.header).toEqual({
    kind: "header",
    run: "run-1",
    sequence: 1,
    startedEpochMs: 1_602_679_943_911,
    startedMonotonicMs: 12.5,
  });
  for (const entry of wanted) {
    expect(reader.next()).toEqual(entry);
  }
  expect(reader.next()).toBeUndefined();
  expect(reader.tornBytes).toBe(0);
});
