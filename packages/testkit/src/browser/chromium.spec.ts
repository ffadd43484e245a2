import { existsSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { debiansChromium, quietFlags } from "./chromium.js";

vi.mock("node:fs", () => ({ existsSync: vi.fn() }));

afterEach(() => vi.mocked(existsSync).mockReset());

test.each([
  [["/usr/bin/chromium", "/usr/bin/chromium-browser"], "/usr/bin/chromium"],
  [["/usr/bin/chromium-browser"], "/usr/bin/chromium-browser"],
  [["/usr/bin/google-chrome"], undefined],
  [[], undefined],
])("with %j on the machine Debian's Chromium is %s", (installed, found) => {
  vi.mocked(existsSync).mockImplementation((path) => installed.includes(String(path)));
  expect(debiansChromium()).toBe(found);
});

test("a quiet Chromium asks nobody for updates, components or accounts, and speaks no QUIC", () => {
  expect(quietFlags).toEqual(
    expect.arrayContaining([
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-quic",
      "--disable-sync",
      "--no-first-run",
    ]),
  );
  expect(quietFlags.filter((flag) => !/^--[a-z]+(?:-[a-z]+)+$/.test(flag))).toEqual([]);
});
