import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeyStore } from "./key-store.js";

const key = { apiKey: "canary-key-0001", apiSecret: "canary-secret-0002" };

function unasked(): never {
  throw new Error("a passphrase was asked for");
}

async function emptyStore(): Promise<{ store: KeyStore; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-keys-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { store: new KeyStore(folder), file: join(folder, "keys", "default.json") };
}

it("keeps keys by name, for their owner's eyes", async () => {
  const { store, file } = await emptyStore();
  expect(await store.get("default", unasked)).toBeUndefined();
  await store.put("default", key, undefined);
  await store.put("second", { ...key, apiKey: "other" }, undefined);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await store.names()).toSorted()).toEqual(["default", "second"]);
  expect((await store.get("default", unasked))?.revealApiKey()).toBe(key.apiKey);
  await store.put("default", { ...key, apiKey: "next" }, undefined);
  expect((await store.get("default", unasked))?.revealApiKey()).toBe("next");
  expect(await store.remove("default")).toBe(true);
  expect(await store.remove("default")).toBe(false);
});

it("refuses a file that others may read", async () => {
  const { store, file } = await emptyStore();
  await store.put("default", key, undefined);
  await chmod(file, 0o640);
  await expect(store.get("default", unasked)).rejects.toMatchObject({
    code: "credential-invalid",
    message: expect.stringContaining("0640"),
  });
});

it("seals a key, so that the file tells nothing without the passphrase", async () => {
  const { store, file } = await emptyStore();
  await store.put("default", key, "correct horse");
  const text = await readFile(file, "utf8");
  expect(text).not.toMatch(/canary/);
  const opened = await store.get("default", async () => "correct horse");
  expect(opened?.revealApiKey()).toBe(key.apiKey);
  await expect(store.get("default", async () => "wrong horse")).rejects.toMatchObject({ code: "credential-invalid" });
  const sealed = JSON.parse(text) as { text: string };
  await writeFile(
    file,
    JSON.stringify({
      ...sealed,
      text: `A${sealed.text.slice(1)}` === sealed.text ? `B${sealed.text.slice(1)}` : `A${sealed.text.slice(1)}`,
    }),
  );
  await expect(store.get("default", async () => "correct horse")).rejects.toMatchObject({ code: "credential-invalid" });
});

it("says nothing of a key in an error", async () => {
  const { store, file } = await emptyStore();
  await store.put("default", key, undefined);
  await writeFile(file, `{"apiKey":"canary-key-0001",`);
  const error = (await store.get("default", unasked).catch((thrown: unknown) => thrown)) as Error;
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/canary/);
  await expect(store.put("../up", key, undefined)).rejects.toMatchObject({
    code: "option-invalid",
    details: { option: "account" },
  });
  await expect(store.put("default", { ...key, apiSecret: "" }, undefined)).rejects.toMatchObject({
    code: "credential-invalid",
  });
});

it("puts no open key in the place of a sealed one", async () => {
  const { store, file } = await emptyStore();
  await store.put("default", key, "correct horse");
  const sealed = await readFile(file, "utf8");
  await expect(store.put("default", { ...key, apiKey: "next" }, undefined)).rejects.toMatchObject({
    code: "credential-invalid",
    message: expect.stringContaining("--seal"),
  });
  expect(await readFile(file, "utf8")).toBe(sealed);
  await store.put("default", { ...key, apiKey: "next" }, "other horse");
  expect((await store.get("default", async () => "other horse"))?.revealApiKey()).toBe("next");
  await store.remove("default");
  await store.put("default", key, undefined);
  expect((await store.get("default", unasked))?.revealApiKey()).toBe(key.apiKey);
});

it("seals a kept key, seals it anew and opens it, in its place", async () => {
  const { store, file } = await emptyStore();
  expect(await store.reseal("default", unasked, "correct horse")).toBe(false);
  await store.put("default", key, undefined);
  expect(await store.isSealed("default")).toBe(false);
  expect(await store.reseal("default", unasked, "correct horse")).toBe(true);
  expect(await store.isSealed("default")).toBe(true);
  expect(await readFile(file, "utf8")).not.toMatch(/canary/);
  await expect(store.reseal("default", async () => "wrong horse", "next")).rejects.toMatchObject({
    code: "credential-invalid",
  });
  await store.reseal("default", async () => "correct horse", "battery staple");
  await expect(store.get("default", async () => "correct horse")).rejects.toMatchObject({ code: "credential-invalid" });
  await store.reseal("default", async () => "battery staple", undefined);
  expect((await store.get("default", unasked))?.revealApiKey()).toBe(key.apiKey);
  await writeFile(file, "{");
  await expect(store.reseal("default", unasked, "next")).rejects.toMatchObject({ code: "credential-invalid" });
});

it("names the commands of the program that keeps it", async () => {
  const { file } = await emptyStore();
  const folder = join(file, "..", "..");
  await new KeyStore(folder).put("default", key, "correct horse");
  await expect(new KeyStore(folder, "depthwire").put("default", key, undefined)).rejects.toMatchObject({
    message: expect.stringContaining("depthwire key remove"),
  });
});
