import { openSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { passphraseSource } from "./passphrase.js";

function unasked(): never {
  throw new Error("somebody was asked");
}

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-passphrase-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "passphrase");
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

it("comes from a file each time, and only from one that others cannot read", async () => {
  const passphraseFile = await fileWith("correct horse\n");
  const passphrase = passphraseSource({ passphraseFile, ask: unasked });
  expect(await passphrase()).toBe("correct horse");
  await writeFile(passphraseFile, "battery staple");
  expect(await passphrase()).toBe("battery staple");
  await chmod(passphraseFile, 0o604);
  await expect(passphrase()).rejects.toMatchObject({
    message: expect.stringContaining("0604"),
    details: { option: "passphraseFile" },
  });
  await rm(passphraseFile);
  await expect(passphrase()).rejects.toMatchObject({ message: expect.stringContaining("ENOENT") });
});

it("comes from a descriptor, once", async () => {
  // A bare number: what reads it closes it.
  const passphraseDescriptor = openSync(await fileWith("correct horse\n"), "r");
  const passphrase = passphraseSource({ passphraseDescriptor, ask: unasked });
  expect([await passphrase(), await passphrase()]).toEqual(["correct horse", "correct horse"]);
});

it("is refused where there is none", async () => {
  const refused = { details: { option: "passphraseFile" } };
  await expect(passphraseSource({ passphraseFile: await fileWith("\n"), ask: unasked })()).rejects.toMatchObject(
    refused,
  );
  const long = await fileWith("x".repeat(5_000));
  await expect(passphraseSource({ passphraseFile: long, ask: unasked })()).rejects.toMatchObject(refused);
  await expect(passphraseSource({ passphraseDescriptor: 9_999, ask: unasked })()).rejects.toMatchObject({
    details: { option: "passphraseDescriptor" },
  });
});

it("is asked for once where nothing else is said", async () => {
  let asked = 0;
  const passphrase = passphraseSource({ ask: () => Promise.resolve(`typed ${++asked}`) });
  expect([await passphrase(), await passphrase()]).toEqual(["typed 1", "typed 1"]);
});
