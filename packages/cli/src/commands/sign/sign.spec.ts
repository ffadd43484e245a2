import { createHmac } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../../command-scene.spec-kit.js";
import { exitCodes } from "../../program/exit-codes.js";

const apiSecret = "canary-secret-0002";
const body = '{"symbol":"é, USDT"}';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-sign-"));
  await writeFile(join(folder, "key.json"), JSON.stringify({ apiKey: "key", apiSecret }), { mode: 0o600 });
  await writeFile(join(folder, "body"), body);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function signed(words: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> {
  return runCommandLine(["sign", ...words], { home: folder, workingDirectory: folder, ...options });
}

const withFile = ["--credential", "key.json"];
const hmac = (text: string): string => createHmac("md5", apiSecret).update(text).digest("hex");

it.each([
  [["--body", body, "--timestamp", "1602679943911"], `1602679943911${body}`],
  [["--body", "@body", "--timestamp", "1602679943911"], `1602679943911${body}`],
  [["--scheme", "prefix-login"], '{"apikey":"key","sub":"ALL_ALL_login"}'],
  [
    ["--scheme", "channel-login", "--service-name", "abc"],
    '{"apikey":"key","channel":"abc_sub_spot_ALL_ALL_login","event":"addChannel"}',
  ],
  [["--scheme", "batch-query", "--commands", "[]"], "[]"],
])("signs %j exactly as another program does, and shows the text", async (words, text) => {
  expect(await signed([...words, ...withFile])).toMatchObject({ out: `${hmac(text)}\n`, exitCode: exitCodes.done });
  const { out } = await signed([...words, ...withFile, "--explain"]);
  expect(out).toContain(`\n----\n${text}\n----\n`);
  expect(out).toContain(`String to sign, ${Buffer.byteLength(text)} bytes`);
  expect(out).toContain(`Signature  ${hmac(text)}`);
  expect(out).not.toContain(apiSecret);
});

it("takes the body from a pipe, and key and secret from a hidden prompt or two piped lines", async () => {
  const line = ["--timestamp", "5"];
  const right = { out: `${hmac(`5${body}`)}\n` };
  expect(await signed([...line, "--body", "-", ...withFile], { input: body })).toMatchObject(right);
  const typed = ["--body", body, "--ask"];
  expect(await signed([...line, ...typed], { answers: ["key", apiSecret] })).toMatchObject(right);
  expect(await signed([...line, ...typed], { input: `key\n${apiSecret}\n` })).toMatchObject(right);
});

it("finds out what another signature got wrong", async () => {
  const wrong = hmac(`1602679943${body}`);
  const line = ["--timestamp", "1602679943911", "--body", body, "--compare", wrong, ...withFile];
  const { out } = await signed(line);
  expect(out).toContain("Compared   timestamp-in-seconds: the timestamp was in seconds");
  expect((await signed([...line, "--json"])).envelopes).toMatchObject([{ data: { finding: "timestamp-in-seconds" } }]);
});

it("refuses a key file that others can read, and what does not belong together", async () => {
  await chmod(join(folder, "key.json"), 0o644);
  const open = await signed(["--body", "{}", ...withFile, "--json"]);
  await chmod(join(folder, "key.json"), 0o600);
  expect(open.envelopes).toMatchObject([{ error: { code: "key-open" } }]);
  expect(open.exitCode).toBe(exitCodes.refusedHere);
  const unfit = [
    ["--scheme", "prefix-login", "--body", "x"],
    ["--scheme", "batch-query"],
    ["--commands", "[]"],
  ];
  for (const words of [...unfit, ["--body", "-", "--ask"], ["--timestamp", "soon"]]) {
    expect(await signed([...words, ...withFile])).toMatchObject({ exitCode: exitCodes.usage });
  }
});
