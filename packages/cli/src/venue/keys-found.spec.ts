import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { sceneContext } from "../context.spec-kit.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { findCredential, keyFolderOf } from "./find-credential.js";
import { venueAddressOf } from "./venue-address.js";

const keyOf = (name: string): string => JSON.stringify({ apiKey: name, apiSecret: `${name}-secret` });

it("a key is the named file's, else the environment's, else that of a sandbox here, else the kept one", async () => {
  const home = await scratchDirectory(onTestFinished);
  const put = async (file: string, mode = 0o600): Promise<void> => {
    await writeFile(join(home, file), keyOf(file.replaceAll(/\W/g, "-")), { mode });
    await chmod(join(home, file), mode);
  };
  const find = async (flags: object = {}, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { context } = sceneContext("order", "text", { home, workingDirectory: home, environment });
    try {
      const { credential, from, account } = await findCredential(flags, context);
      return [credential.revealApiKey(), from, account].join(" | ").replaceAll(home, "");
    } catch (error) {
      const { code, message, remedy } = error as { code: string; message: string; remedy?: string };
      return `${code}: ${message}${remedy === undefined ? "" : `. ${remedy}`}`.replaceAll(home, "");
    }
  };
  const environment = { DEPTHWIRE_API_KEY: "env-key", DEPTHWIRE_API_SECRET: "env-secret" };
  const found: string[] = [];
  const note = async (...args: Parameters<typeof find>): Promise<void> => {
    found.push(await find(...args));
  };
  await note();
  await note({ account: "main" });
  await runCommandLine(["key", "put"], { home, input: "kept-key\nkept-secret\n" });
  await runCommandLine(["key", "put", "--account", "main"], { home, input: "main-key\nmain-secret\n" });
  await note();
  await note({ account: "main" });
  await note({ account: "main" }, environment);
  await note({}, environment);
  await note({}, { DEPTHWIRE_API_KEY: "env-key" });
  await mkdir(join(home, ".depthwire"), { recursive: true });
  await put(".depthwire/credential.json");
  await note();
  await note({ venue: "https://venue.test" });
  await note({ account: "main" });
  await put("mine.json");
  await note({ credential: "mine.json", account: "main" }, environment);
  await put("open.json", 0o644);
  await note({ credential: "open.json" });
  await note({ credential: "nothing.json" });
  await writeFile(join(home, "broken.json"), "{", { mode: 0o600 });
  await note({ credential: "broken.json" });
  await chmod(join(home, ".depthwire", "credential.json"), 0o640);
  await note();
  await note({ folder: "elsewhere", account: "main" });
  expect(found).toMatchInlineSnapshot(`
    [
      "no-key: No API key was found for http://127.0.0.1:8090. Put one in with: depthwire key put. A sandbox on this computer has its own: start it in this directory with depthwire sandbox.",
      "no-key: No key of main is kept. Put it in with: depthwire key put --account main.",
      "kept-key | the kept key of default | default",
      "main-key | the kept key of main | main",
      "main-key | the kept key of main | main",
      "env-key | the environment | ",
      "credential-invalid: The API key or its secret is not usable (credential-invalid: part "secret", rule "1 to 256 visible ASCII characters")",
      "-depthwire-credential-json | .depthwire/credential.json | ",
      "kept-key | the kept key of default | default",
      "main-key | the kept key of main | main",
      "mine-json | mine.json | ",
      "key-open: The API key or its secret is not usable (credential-invalid: part "secret", rule "a file of mode 0600; this one is 0644: /open.json"). Make it yours alone (chmod 600), and replace the key at the service if somebody may have read it.",
      "key-refused: The API key or its secret is not usable: there is no key file; a sandbox puts one down while it runs: does it run, and in this directory? (credential-invalid: part "secret", rule "a file that can be read (ENOENT): /nothing.json")",
      "key-refused: The API key or its secret is not usable (credential-invalid: part "secret", rule "a JSON object with apiKey and apiSecret: /broken.json")",
      "key-open: The API key or its secret is not usable (credential-invalid: part "secret", rule "a file of mode 0600; this one is 0640: /.depthwire/credential.json"). Make it yours alone (chmod 600), and replace the key at the service if somebody may have read it.",
      "no-key: No key of main is kept. Put it in with: depthwire key put --account main.",
    ]
  `);
  const { context } = sceneContext("order", "text", { home: "/home/person", workingDirectory: "/home/person/bots" });
  expect([keyFolderOf({}, context), keyFolderOf({ folder: "keys" }, context)]).toEqual([
    "/home/person/.depthwire",
    "/home/person/bots/keys",
  ]);
});

it("a venue is the named one, else the environment's, else a sandbox here, with its push address beside it", () => {
  const at = (flags: Parameters<typeof venueAddressOf>[0], environment: Readonly<Record<string, string>> = {}) =>
    venueAddressOf(flags, sceneContext("x", "text", { environment }).context);
  const other = { DEPTHWIRE_VENUE: "https://venue.test//" };
  expect([
    at({}),
    at({}, other),
    at({ venue: "http://localhost" }, other),
    at({ venue: "http://[::1]:9/", push: "ws://x" }),
    at({ venue: "http://127.8.9.1:80" }),
    at({ venue: "http://128.0.0.1:9" }),
    at({ venue: "https://localhost.test:8443" }),
  ]).toEqual([
    { rest: "http://127.0.0.1:8090", push: "ws://127.0.0.1:8090/cbu", port: 8_090, isLoopback: true },
    { rest: "https://venue.test", push: "wss://venue.test/cbu", port: 443, isLoopback: false },
    { rest: "http://localhost", push: "ws://localhost/cbu", port: 80, isLoopback: true },
    { rest: "http://[::1]:9", push: "ws://x", port: 9, isLoopback: true },
    { rest: "http://127.8.9.1:80", push: "ws://127.8.9.1/cbu", port: 80, isLoopback: true },
    { rest: "http://128.0.0.1:9", push: "ws://128.0.0.1:9/cbu", port: 9, isLoopback: false },
    { rest: "https://localhost.test:8443", push: "wss://localhost.test:8443/cbu", port: 8_443, isLoopback: false },
  ]);
  for (const venue of ["nowhere", "ftp://x", "ws://x", ""]) {
    expect(() => at({ venue })).toThrow(`--venue ${venue}: it must be an address, such as https://api.example`);
  }
});
