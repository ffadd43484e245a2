import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { proxyAuthorization } from "./proxy-credential.js";

const folder = mkdtempSync(join(tmpdir(), "depthwire-proxy-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
const invalid = (option: string, rule: string) => expect.objectContaining({ details: { option, rule } });

it("a proxy is told who asks, by a credential or by the first line of a file", () => {
  expect(proxyAuthorization({})).toBeUndefined();
  expect(proxyAuthorization({ proxyCredential: { user: "änn", password: "a:b" } })).toBe(basic("änn:a:b"));
  for (const text of ["ann:a:b", "ann:a:b\n", "ann:a:b\r\nmore:lines\n"]) {
    expect(proxyAuthorization({ proxyCredentialFile: file("one", text) })).toBe(basic("ann:a:b"));
  }
});

it("a user with a colon, and a file without one, are refused", () => {
  expect(() => proxyAuthorization({ proxyCredential: { user: "a:b", password: "c" } })).toThrowError(
    invalid("proxyCredential.user", "a name without a colon"),
  );
  for (const text of ["", "ann", "\nann:a"]) {
    expect(() => proxyAuthorization({ proxyCredentialFile: file("two", text) })).toThrowError(
      invalid("proxyCredentialFile", "a first line user:password"),
    );
  }
  expect(() => proxyAuthorization({ proxyCredentialFile: join(folder, "absent") })).toThrow("ENOENT");
});
