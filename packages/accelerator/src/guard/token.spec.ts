import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTokenCheck, keptToken } from "./token.js";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-token-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "own");
}

it("is known from texts that begin with it, end with it, or are longer than any", () => {
  const token = "a-token-that-nobody-guesses";
  const isToken = createTokenCheck(token);
  expect(isToken(token)).toBe(true);
  for (const other of [
    "",
    token.slice(1),
    token.slice(0, -1),
    `${token}\0`,
    `${token}x`,
    `x${token}`,
    "x".repeat(5_000),
  ]) {
    expect(isToken(other), other.slice(0, 40)).toBe(false);
  }
  // A longer one before leaves nothing behind.
  expect(isToken(`${token}${"x".repeat(2_000)}`)).toBe(false);
  expect(isToken(token)).toBe(true);
});

it("is made once, for its owner's eyes", async () => {
  const folder = await emptyFolder();
  const first = await keptToken(folder);
  expect(first).toMatchObject({ isNew: true, token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await keptToken(folder)).toEqual({ ...first, isNew: false });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(first.file)).mode & 0o777).toBe(0o600);
});

it("is refused where others may read it", async () => {
  const folder = await emptyFolder();
  const { file } = await keptToken(folder);
  await chmod(file, 0o644);
  await expect(keptToken(folder)).rejects.toMatchObject({
    code: "option-invalid",
    message: expect.stringContaining("0600"),
  });
  await chmod(file, 0o600);
  await chmod(folder, 0o755);
  await expect(keptToken(folder)).rejects.toMatchObject({
    code: "option-invalid",
    message: expect.stringContaining("0700"),
  });
});

it("is refused where the file holds none", async () => {
  const folder = await emptyFolder();
  const { file, token } = await keptToken(folder);
  await writeFile(file, "short\n");
  await expect(keptToken(folder)).rejects.toMatchObject({ code: "option-invalid" });
  expect(createTokenCheck(token)(token)).toBe(true);
  expect(createTokenCheck(token)(`${token} `)).toBe(false);
});
