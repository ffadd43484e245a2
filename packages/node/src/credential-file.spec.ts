import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { credentialFromEnvironment, readCredentialFile, writeCredentialFile } from "./credential-file.js";

const parts = { apiKey: "canary-key", apiSecret: "canary-secret" };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-"));
});
afterEach(() => rm(folder, { recursive: true }));

const unusable = (rule: string, path: string) => ({
  code: "credential-invalid",
  details: { part: "secret", rule: `${rule}: ${path}` },
});

describe("a credential file", () => {
  it("is written for its owner alone, and read back", async () => {
    const path = join(folder, "key.json");
    await writeCredentialFile(path, parts);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readCredentialFile(path)).revealApiKey()).toBe("canary-key");
    await expect(writeCredentialFile(path, parts)).rejects.toMatchObject({ code: "EEXIST" });
  });

  it.skipIf(process.platform === "win32" /* has no named pipes in its file system */)(
    "is refused where it is a pipe that nobody writes to, without waiting for somebody",
    async () => {
      const path = join(folder, "pipe");
      execFileSync("mkfifo", ["-m", "600", path]);
      await expect(readCredentialFile(path)).rejects.toMatchObject({ code: "credential-invalid" });
    },
  );

  it("is refused where it is too large for a key", async () => {
    const path = join(folder, "key.json");
    const text = JSON.stringify(parts);
    await writeFile(path, text.padEnd(65_537), { mode: 0o600 });
    await expect(readCredentialFile(path)).rejects.toMatchObject(unusable("a file of at most 65536 bytes", path));
    await writeFile(path, text.padEnd(65_536), { mode: 0o600 });
    expect((await readCredentialFile(path)).revealApiKey()).toBe(parts.apiKey);
  });

  it("is refused where something else than a file stands, which is told", async () => {
    const rule = "a file, where a directory is";
    await expect(readCredentialFile(folder)).rejects.toMatchObject(unusable(rule, folder));
    await expect(readCredentialFile("/dev/null")).rejects.toMatchObject(
      unusable("a file, where a pipe or a device is", "/dev/null"),
    );
  });

  it.each([0o644, 0o640, 0o604, 0o620])("is refused when others may touch it (%i)", async (mode) => {
    const path = join(folder, "key.json");
    await writeCredentialFile(path, parts);
    await chmod(path, mode);
    const rule = `a file of mode 0600; this one is 0${mode.toString(8)}`;
    await expect(readCredentialFile(path)).rejects.toMatchObject(unusable(rule, path));
  });

  it.each(["", "{", '{"apiKey":"canary-key"}', '{"apiSecret":"canary-secret"}', '"canary-secret"', "canary-secret"])(
    "that holds no credential is refused without being quoted (%s)",
    async (text) => {
      const path = join(folder, "key.json");
      await writeFile(path, text, { mode: 0o600 });
      const error: unknown = await readCredentialFile(path).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "credential-invalid" });
      expect(inspect(error, { depth: 9 })).not.toContain("canary");
    },
  );

  it("that is not there is a clear error", async () => {
    await expect(readCredentialFile(join(folder, "none"))).rejects.toMatchObject({
      message: expect.stringContaining(join(folder, "none")),
      details: { rule: expect.stringContaining("ENOENT") },
      cause: { code: "ENOENT" },
    });
    await expect(readCredentialFile(join(folder, "none"))).rejects.toThrow(
      /there is no key file; a sandbox .* does it run/,
    );
    await expect(readCredentialFile(folder)).rejects.toMatchObject({
      code: "credential-invalid",
      details: { rule: `a file, where a directory is: ${folder}` },
    });
  });
});

describe("the environment", () => {
  it("holds a credential, none, or half of one", () => {
    const both = { DEPTHWIRE_API_KEY: "k", DEPTHWIRE_API_SECRET: "s" };
    expect(credentialFromEnvironment(both)?.revealApiKey()).toBe("k");
    expect(credentialFromEnvironment({})).toBeUndefined();
    expect(() => credentialFromEnvironment({ DEPTHWIRE_API_KEY: "k" })).toThrow(
      expect.objectContaining({ code: "credential-invalid" }),
    );
  });
});
