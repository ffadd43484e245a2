import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript } from "../transcript.spec-kit.js";

async function scene() {
  const home = await scratchDirectory(onTestFinished);
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  const run = (argv: readonly string[]) => runCommandLine(argv, { home, workingDirectory: home });
  return {
    home,
    told,
    say: (...words: readonly string[]) => told.say(run, words),
    show: async (file: string): Promise<void> => {
      const out = (await readFile(join(home, file), "utf8"))
        .replaceAll(home, "<home>")
        .replaceAll(/\bU[A-Z2-7]{55}\b/g, "<key>")
        .replaceAll(/\b[0-9a-f]{48}\b/g, "<password>");
      await told.say(async () => ({ exitCode: 0, out, err: "", envelopes: [] }), ["(file)", file]);
    },
  };
}

it("a relay's configuration, word for word: alone, as a cluster, with every door, of old and new servers", async () => {
  const { home, told, say, show } = await scene();
  const config = (...words: readonly string[]) => say("relay", "config", ...words);
  const three = ["--servers", "127.0.0.1:4222,127.0.0.1:5222,127.0.0.1:6222"];
  await config("--directory", "one", "--server-version", "2.9.10");
  await show("one/nats.conf");
  await config("--directory", "one", "--server-version", "2.9.10");
  await config("--directory", "one", "--server-version", "2.10.1", "--force", "--monitor", "--store", 'odd"store');
  await show("one/nats.conf");
  const doors = ["--websocket", "--leafnodes", "--monitor"];
  await config("--directory", "three", ...three, ...doors, "--server-version", "3.0");
  await show("three/nats-2.conf");
  const far = ["--servers", "relay-1:4222,relay-2:4222", "--server-version", "2.10"];
  const tls = ["--tls-cert", "tls.pem", "--tls-key", "tls.key"];
  await config("--directory", "far", ...far);
  await config("--directory", "far", ...far, "--allow-insecure", "--websocket");
  await show("far/nats-1.conf");
  await config("--directory", "tls", ...far, ...tls, "--websocket", "--leafnodes");
  await show("tls/nats-2.conf");
  await config("--directory", "ca", ...far, ...tls, "--tls-ca", "ca.pem", "--leafnodes");
  await show("ca/nats-1.conf");
  for (const words of [
    ["--servers", "relay-1"],
    ["--servers", "a b:4222"],
    ["--servers", "127.0.0.1:0"],
    ["--servers", "127.0.0.1:60001"],
    ["--servers", "127.0.0.1:4222,127.0.0.1:4222"],
    ["--tls-cert", "tls.pem"],
    ["--tls-key", "tls.key"],
    ["--tls-ca", "ca.pem"],
    ["--server-version", "new"],
  ]) {
    await config("--directory", "refused", ...words);
  }
  await told.expectToBe("relay-config");
  const keys = join(home, "one", "keys");
  const names = (await readdir(keys)).sort();
  expect(names).toEqual([
    "consumer.seed",
    "leafnodes.password",
    "operator.seed",
    "owner.seed",
    "recorder.seed",
    "routes.password",
    "trader.seed",
  ]);
  for (const file of [...names.map((name) => join(keys, name)), join(home, "one", "nats.conf")]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  expect(await readdir(join(home, "one"))).not.toContain("nats.conf.new");
});

it("a project to start from: what is said and written, word for word", async () => {
  const { home, told, say, show } = await scene();
  await say("init", "my-bot", "--no-install");
  for (const file of [".gitignore", "package.json"]) {
    await show(join("my-bot", file));
  }
  expect(await readFile(join(home, "my-bot", "README.md"), "utf8")).toMatch(/^# my-bot\n/);
  expect(await readFile(join(home, "my-bot", "README.md"), "utf8")).not.toContain("PROJECT_NAME");
  await say("init", "my-bot", "--no-install");
  await mkdir(join(home, "empty"));
  await say("init", "empty", "--no-install", "--json");
  await writeFile(join(home, "file"), "");
  await say("init", "file", "--no-install");
  for (const name of ["My-Bot", "-bot", "../x", "a b", "a".repeat(101)]) {
    await say("init", name, "--no-install");
  }
  const tarballs = join(home, "tarballs");
  await say("init", "other", "--from", "tarballs", "--no-install");
  await mkdir(tarballs);
  await say("init", "other", "--from", "tarballs", "--no-install");
  for (const name of ["cli-0.1.0", "node-0.1.0", "sandbox-0.1.0", "core-0.1.0", "rest-1.2.3-rc.1"]) {
    await writeFile(join(tarballs, `depthwire-${name}.tgz`), "");
  }
  await writeFile(join(tarballs, "other-1.0.0.tgz"), "");
  await say("init", "other", "--from", "tarballs", "--no-install");
  await writeFile(join(tarballs, "depthwire-client-0.1.0.tgz"), "");
  await say("init", "other", "--from", "tarballs", "--no-install");
  await show(join("other", "package.json"));
  await writeFile(join(tarballs, "depthwire-client-0.2.0.tgz"), "");
  await say("init", "third", "--from", "tarballs", "--no-install");
  await told.expectToBe("init");
});
