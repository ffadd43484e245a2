import { describe, expect, it } from "vitest";
import { canonicalOrigin, parseAuthority } from "./authority.js";
import { canonicalAddress, isLoopback } from "./ip-address.js";

describe("a host", () => {
  it.each<[string, string, number | undefined]>([
    ["localhost", "localhost", undefined],
    ["localhost.", "localhost", undefined],
    ["LocalHost:8090", "localhost", 8090],
    ["localhost:", "localhost", undefined],
    ["127.0.0.1:0", "127.0.0.1", 0],
    ["127.0.0.1.:65535", "127.0.0.1", 65_535],
    ["my_box-1.test:80", "my_box-1.test", 80],
    ["[::1]:8090", "0:0:0:0:0:0:0:1", 8090],
    ["[0:0:0:0:0:0:0:1]", "0:0:0:0:0:0:0:1", undefined],
    ["[::ffff:127.0.0.1]", "127.0.0.1", undefined],
    ["[::FFFF:7f00:1]", "127.0.0.1", undefined],
    ["[1:2:3:4:5:6:7::]", "1:2:3:4:5:6:7:0", undefined],
    [`${"a.".repeat(126)}b`, `${"a.".repeat(126)}b`, undefined],
    ["[2001:db8::A:0:1]:1", "2001:db8:0:0:0:a:0:1", 1],
  ])("%j is %s, port %s", (text, host, port) => {
    expect(parseAuthority(text)).toMatchObject({ host, port });
  });

  it.each([
    "",
    ":8090",
    ".",
    "..",
    "localhost..",
    "a..b",
    "-a.test",
    "a-.test",
    "local host",
    "localhost,evil.test",
    "user@localhost",
    "localhost/",
    "localhost:80:90",
    "localhost:65536",
    "localhost:+1",
    "localhost:8090x",
    "127.1",
    "127.0.0.01",
    "127.0.0.256",
    "2130706433",
    "0x7f000001",
    "evil.0x1",
    "::1",
    "[::1",
    "[::1%25lo]",
    "[::1%lo]",
    "[1::2::3]",
    "[1:2:3:4:5:6:7]",
    "[1:2:3:4:5:6:7:8:9]",
    "[1:2:3:4:5:6:7::8:9]",
    "[1:2:3:4::5:6:7:8]",
    "x[::1]",
    "[::1]x",
    "[::1]:80x",
    "a127.0.0.1",
    "localhost:000080",
    "[12345::]",
    "[127.0.0.1]",
    "[::127.0.0.256]",
    "[]",
    `${"a".repeat(64)}.test`,
    `${"a.".repeat(130)}test`,
    "bücher.test",
  ])("%j is none", (text) => {
    expect(parseAuthority(text)).toBeUndefined();
  });
});

describe("an origin", () => {
  it.each([
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://localhost", "http://localhost:80"],
    ["HTTP://LOCALHOST:80", "http://localhost:80"],
    ["https://app.test", "https://app.test:443"],
    ["http://localhost.", "http://localhost.:80"],
    ["http://127.0.0.1.:3000", "http://127.0.0.1:3000"],
    ["chrome-extension://abcdefghijklmnop", "chrome-extension://abcdefghijklmnop"],
  ])("%j is %s", (text, origin) => {
    expect(canonicalOrigin(text)).toBe(origin);
  });

  it.each(["null", "*", "", "localhost:3000", "http://", "http://a/", "http://a/b", "http://u@a", "http://a http://b"])(
    "%j is none",
    (text) => {
      expect(canonicalOrigin(text)).toBeUndefined();
    },
  );
});

it.each([
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["128.0.0.1", false],
  ["::", false],
  ["0.0.0.0", false],
  ["::127.0.0.1", false],
])("%s reaches this machine alone: %s", (text, loopback) => {
  expect(isLoopback(canonicalAddress(text) ?? "")).toBe(loopback);
});
