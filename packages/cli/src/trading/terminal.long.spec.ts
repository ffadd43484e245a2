import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openTerminal, type TerminalScene } from "../terminal.spec-kit.js";
import { keepPicture } from "../terminal-picture.spec-kit.js";
import { type AccountScene, lowPrice, openAccountScene, pair } from "./account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

function typed(argv: readonly string[], home: string): TerminalScene {
  const terminal = openTerminal(argv, { workingDirectory: home, environment: { HOME: home } });
  onTestFinished(() => terminal[Symbol.asyncDispose]());
  return terminal;
}

it("a person sees what an order would do before the question, and it is placed after a yes; Ctrl-C at a question does nothing", async () => {
  const line = ["order", "buy", pair, "0.01", "--at", lowPrice, "--venue", scene.sandbox.restUrl];
  const argv = [...line, "--credential", scene.credentialFile];
  const accepted = typed(argv, scene.home);
  const asked = await accepted.waitFor(({ text }) => text.includes("Do it? [y/N]"));
  expect(asked.text).toContain(`Buy 0.01 ${pair} at ${lowPrice}`);
  keepPicture("order-question", accepted.picture());
  accepted.type("y\r");
  await accepted.waitFor(({ text }) => /Order \d+/.test(text));
  expect(await accepted.ended).toMatchObject({ exitCode: 0 });

  const interrupted = typed(["flatten", ...argv.slice(6)], scene.home);
  await interrupted.waitFor(({ text }) => text.includes("Do it? [y/N]"));
  interrupted.interrupt();
  expect(await interrupted.ended).toMatchObject({ exitCode: 130 });
  expect((await scene.run(["orders"])).out).toContain(pair);
});

it("what was typed before the question stood there is no answer to it", async () => {
  const line = ["order", "buy", pair, "0.03", "--at", lowPrice, "--venue", scene.sandbox.restUrl];
  const early = typed([...line, "--credential", scene.credentialFile], scene.home);
  early.type("y\r");
  await early.waitFor(({ text }) => text.includes("Do it? [y/N]"));
  early.type("n\r");
  expect(await early.ended).toMatchObject({ exitCode: 7 });
  expect((await scene.run(["orders"])).out).not.toContain("0.03");

  const takenBack = typed([...line, "--credential", scene.credentialFile], scene.home);
  await takenBack.waitFor(({ text }) => text.includes("Do it? [y/N]"));
  takenBack.type("y\r\x03");
  expect(await takenBack.ended).toMatchObject({ exitCode: 130 });
  expect((await scene.run(["orders"])).out).not.toContain("0.03");
});

it("key, secret and passphrase are typed without a trace on the screen", async () => {
  const home = await mkdtemp(join(tmpdir(), "depthwire-typed-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const terminal = typed(["key", "put", "--seal"], home);
  const answers = ["canary-key", "canary-secret", "canary horse", "canary horse"];
  const questions = ["API key: ", "API secret: ", "Passphrase: ", "The same passphrase again: "];
  for (const [at, question] of questions.entries()) {
    await terminal.waitFor(() => terminal.written().includes(question));
    terminal.type(`${answers[at]}\r`);
  }
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.screen().text).toContain("Keeps the key of default, sealed.");
  const signing = typed(["sign", "--body", "{}", "--explain"], home);
  await signing.waitFor(() => signing.written().includes("Passphrase: "));
  signing.type("canary horse\r");
  expect(await signing.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.written() + signing.written()).not.toMatch(/canary/);
});
