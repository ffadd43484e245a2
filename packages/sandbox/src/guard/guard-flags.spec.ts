import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { addGuardFlags, type GuardFlags, guardOptionsOf, withoutGuardFlags } from "./guard-flags.js";

/** What a command line says of the guard. */
function parsed(...argv: string[]): GuardFlags {
  const program = addGuardFlags(new Command("program").exitOverride().configureOutput({ outputError: () => {} }));
  return program.option("--port <number>").parse(argv, { from: "user" }).opts<GuardFlags>();
}

const token = "a-token-of-the-operator";

async function tokenFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "token");
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

it("leaves everything at its default where nothing is typed", async () => {
  expect(await guardOptionsOf(parsed())).toEqual({ host: "127.0.0.1", allowHosts: [], allowOrigins: [] });
});

it("takes names and origins as often as they are typed, and each bound", async () => {
  const names = ["--allow-host", "a.test", "--allow-host", "b.test", "--allow-origin", "http://a.test"];
  const more = ["--allow-origin", "http://b.test", "--host", "0.0.0.0", "--operator-token", token];
  const bounds = [
    "--connections-per-address",
    "5",
    "--messages-per-second",
    "0",
    "--subscriptions-per-second",
    "9999999",
  ];
  expect(await guardOptionsOf(parsed(...names, ...more, ...bounds))).toEqual({
    host: "0.0.0.0",
    allowHosts: ["a.test", "b.test"],
    allowOrigins: ["http://a.test", "http://b.test"],
    operatorToken: token,
    maxConnectionsPerAddress: 5,
    messagesPerSecond: 0,
    subscriptionsPerSecond: 9_999_999,
  });
});

it("takes the operator's token from the environment, unless one is typed", () => {
  vi.stubEnv("DEPTHWIRE_OPERATOR_TOKEN", "the-token-of-the-environment");
  expect(parsed().operatorToken).toBe("the-token-of-the-environment");
  expect(parsed("--operator-token", token).operatorToken).toBe(token);
});

it.each(["x", "1x", "x1", "-1", "1.5", "", "12345678"])("takes no count but a whole number: %j", (text) => {
  for (const flag of ["--connections-per-address", "--messages-per-second", "--subscriptions-per-second"]) {
    expect(() => parsed(`${flag}=${text}`)).toThrow("it must be a whole number");
  }
});

it("reads the token of a file without the white space around it, in place of a typed one", async () => {
  const path = await tokenFile(`  ${token}\n`);
  const options = await guardOptionsOf(parsed("--operator-token-file", path, "--operator-token", "another"));
  expect(options.operatorToken).toBe(token);
});

it("says which file has no token that may be read, and why, without a word of what is in it", async () => {
  const path = await tokenFile(token);
  await chmod(path, 0o640);
  const refusedFor = async (file: string): Promise<unknown> =>
    guardOptionsOf(parsed("--operator-token-file", file)).catch((error: unknown) => error);
  expect(await refusedFor(path)).toMatchObject({
    code: "option-invalid",
    details: { option: "operatorTokenFile", rule: "a file of mode 0600" },
  });
  expect(await refusedFor(`${path}-of-nobody`)).toMatchObject({
    code: "option-invalid",
    details: { option: "operatorTokenFile", rule: "a file that can be read" },
    cause: { code: "ENOENT" },
  });
});

it("leaves all other flags to others, and none of its own", () => {
  const flags = { operatorToken: token, operatorTokenFile: "file", connectionsPerAddress: 1, messagesPerSecond: 1 };
  const others = withoutGuardFlags({ ...parsed("--port", "1"), ...flags, subscriptionsPerSecond: 1 });
  expect(others).toEqual({ port: "1" });
});

it("says in the help what each flag is for", () => {
  const words = addGuardFlags(new Command("program"))
    .helpInformation()
    .replace(/\n {2,}/g, " ")
    .replace(/ +/g, " ");
  for (const line of [
    '--host <address> address to listen at (default: "127.0.0.1")',
    "--allow-host <name> a name that clients may call it by; may be repeated (default: [])",
    "--allow-origin <origin> an origin whose pages may use it; may be repeated (default: [])",
    "--operator-token <token> the operator must send it; others on this machine can see it here (env: DEPTHWIRE_OPERATOR_TOKEN)",
    "--operator-token-file <file> the same, from a file that only its owner may read",
    "--connections-per-address <number> open at once",
    "--messages-per-second <number> that a push client may send; 0: any",
    "--subscriptions-per-second <number> repeated ones too; 0: any",
  ]) {
    expect(words).toContain(line);
  }
});
