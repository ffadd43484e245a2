import { describe, expect, test } from "vitest";
import { decodeMemberBeat, encodeMemberBeat, type MemberBeat, venueMark } from "./member-beat.js";
import { Members } from "./members.js";

const beat: MemberBeat = {
  version: 1,
  name: "host-a",
  owner: "host-a-x1",
  beat: 7,
  plan: 3,
  store: "answers",
  live: Array.from({ length: 64 }, (_, place) => place),
  owned: { s07: 1_700_000_000_000, s63: 5 },
  offer: { shard: "s07", heir: "host-b-x2" },
  state: "present",
  standing: "listens",
  venue: venueMark("https://api.example"),
  leaseMs: 3_000,
  pairs: ["4BTC_USDT"],
  asksPairsOf: ["host-b-x2"],
};
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const at = (ms: number) => ({ monotonicMs: ms, wallMs: ms });

describe("a member's beat", () => {
  test("is read as it was written, with and without what is not always there", () => {
    expect(decodeMemberBeat(encodeMemberBeat(beat))).toEqual(beat);
    const absent = {
      offer: undefined,
      standing: undefined,
      venue: undefined,
      leaseMs: undefined,
      pairs: undefined,
      asksPairsOf: undefined,
    };
    const short = { ...beat, ...absent };
    expect(decodeMemberBeat(encodeMemberBeat(short))).toEqual(short);
  });

  test.each([
    ["version", 2],
    ["name", "a.b"],
    ["name", undefined],
    ["owner", "*"],
    ["beat", -1],
    ["plan", 1.5],
    ["store", "maybe"],
    ["live", [1]],
    ["live", Array.from({ length: 64 }, () => "1")],
    ["owned", { s64: 1 }],
    ["owned", { s01: 2 ** 50 }],
    ["owned", null],
    ["offer", { shard: "s01" }],
    ["offer", 7],
    ["state", "dead"],
    ["standing", "waits"],
    ["venue", "https://api.example"],
    ["leaseMs", "long"],
    ["leaseMs", -1],
    ["pairs", ["a.b"]],
    ["pairs", 7],
    ["asksPairsOf", ["*"]],
    ["asksPairsOf", "host-a"],
  ])("with %s %o is none", (field, value) => {
    expect(decodeMemberBeat(bytes({ ...beat, [field]: value }))).toBeUndefined();
  });

  test.each(["", "7", "null", "[]", "{"])("%j is none", (text) => {
    expect(decodeMemberBeat(new TextEncoder().encode(text))).toBeUndefined();
  });

  test("that is too long is none", () => {
    expect(decodeMemberBeat(bytes({ ...beat, more: "x".repeat(1_000_000) }))).toBeUndefined();
  });
});

describe("members", () => {
  test("are silent after five looks and gone after more, whatever the time", () => {
    const members = new Members(8);
    expect(members.hear(beat, at(0))).toBe("joined");
    expect(members.hear({ ...beat, pairs: undefined }, at(9_000))).toBe("known");
    expect(members.of("host-a-x1")?.pairs).toEqual(["4BTC_USDT"]);
    for (let look = 0; look < 4; look++) {
      expect(members.look()).toEqual([]);
    }
    expect(members.present).toHaveLength(1);
    members.look();
    expect([members.present.length, members.all.length]).toEqual([0, 1]);
    members.look();
    members.look();
    expect(members.look().map(({ owner }) => owner)).toEqual(["host-a-x1"]);
    expect(members.all).toEqual([]);
  });

  test("that leave are gone at once", () => {
    const members = new Members(8);
    members.hear(beat, at(0));
    expect(members.hear({ ...beat, state: "left" }, at(1))).toBe("left");
    expect(members.hear({ ...beat, state: "left" }, at(1))).toBe("known");
    expect(members.all).toEqual([]);
  });

  test("agree that the store is away only if each one was heard just now and says so", () => {
    const members = new Members(100);
    const away = { ...beat, store: "away" } as const;
    expect(members.agreeThatStoreIsAway([], at(0), 500)).toBe(true);
    expect(members.agreeThatStoreIsAway(["host-a"], at(0), 500)).toBe(false);
    members.hear(away, at(0));
    expect(members.agreeThatStoreIsAway(["host-a"], at(500), 500)).toBe(true);
    expect(members.agreeThatStoreIsAway(["host-a"], at(501), 500)).toBe(false);
    members.hear({ ...beat, name: "host-b", owner: "host-b-x2" }, at(500));
    expect(members.agreeThatStoreIsAway(["host-a"], at(500), 500)).toBe(false);
  });
});
