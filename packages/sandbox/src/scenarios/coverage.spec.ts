import { describe, expect, it } from "vitest";
import { required, uncovered } from "./coverage.spec-kit.js";
import { type Covers, script } from "./script.spec-kit.js";
import { Seen } from "./seen.spec-kit.js";

const nothing = async (): Promise<void> => {};

describe("what scripts must cover", () => {
  it.each(Object.keys(required) as (keyof Covers)[])("without a script all of it is missing: %s", (kind) => {
    expect(uncovered([], kind)).toEqual(required[kind]);
  });

  it("is what no script declares", () => {
    const one = script("one", { covers: { codes: [2003, 2033], happy: ["spot.ping"] } }, nothing);
    expect(uncovered([one], "codes")).toEqual(required.codes.filter((code) => code !== 2003 && code !== 2033));
    expect(uncovered([one], "happy")).not.toContain("spot.ping");
    expect(uncovered([one], "unhappy")).toContain("spot.ping");
  });
});

describe("what a script has shown", () => {
  const declared: Covers = {
    happy: ["spot.ping"],
    unhappy: ["usdt.getOrder"],
    codes: [2040, 3009],
    channels: ["prefix.depth", "channel.private"],
    faults: ["drop"],
    logins: ["logout"],
  };

  it("is nothing at first", () => {
    const seen = new Seen();
    expect(seen.missing(declared)).toHaveLength(8);
    expect(seen.asserted.size).toBe(0);
  });

  it("grows with what is looked at", () => {
    const seen = new Seen();
    seen.happy("spot.ping");
    seen.unhappy("usdt.getOrder", 2040);
    seen.messages("prefix", [
      { channel: "4BTC_USDT_depth", is: "full" },
      { channel: "none", error: { code: "3009", msg: "" } },
    ]);
    seen.messages("channel", [{ channel: "svc_sub_spot_ALL_ALL_login", is: "incremental" }]);
    seen.fault("drop");
    expect(seen.missing(declared)).toEqual(["logins: logout"]);
    expect([...seen.asserted]).toEqual(["reply", "pushes"]);
  });

  it("does not take a channel of one protocol for that of the other", () => {
    const seen = new Seen();
    seen.messages("channel", [{ channel: "4BTC_USDT_depth", is: "full" }]);
    seen.messages("prefix", [{ channel: "svc_sub_spot_4BTC_USDT_depth", is: "full" }]);
    expect(seen.missing({ channels: ["prefix.depth"] })).toHaveLength(1);
    expect(seen.missing({ channels: ["channel.depth"] })).toHaveLength(1);
  });
});
