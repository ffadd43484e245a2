import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSandbox } from "@depthwire/sandbox";
import { replaceCredentialFile, usualCredentialFile } from "@depthwire/sandbox/internal";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Programs of the documentation, each with the words that it must print. */
const pages: readonly (readonly [page: string, words: readonly RegExp[]])[] = [
  ["README.md", [/seq \d+: [\d.]+ @ [\d.]+ \| [\d.]+ @ [\d.]+, spread/, /^\d+ is open\ncancelled, 0 traded$/m]],
  ["docs/guides/sandbox.md", [/"topic":"ALL_ALL_login".*assets_all.*position_all.*order_all/s]],
  [
    "docs/guides/testing.md",
    [
      /^GET \/_sandbox\/: lists .*^POST \/_sandbox\/faults: /ms,
      /^account \d+ is protected$/m,
      /^paused 5000 ms later\nspeed 10$/m,
      /^orders take 20 ms or more$/m,
      /^up to 48 candles$/m,
      /^thin-book: playing, 1 step$/m,
      /ask is (.+)\na minute later it is (.+)\nback in the snapshot it is \1\nand the minute ends as before: \2\na second venue began at http/,
      /^\d+ coins, USDT: [\d.]+$/m,
    ],
  ],
];

// As patient as every test is: a page has up to eight programs, and a starved machine takes seconds to start one.
it.each(pages)("the programs of %s run as they stand there, but for port and place", async (page, words) => {
  const text = await readFile(join(root, page), "utf8");
  const snippets = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
  expect(snippets.length).toBe(words.length);
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const file = join(folder, "credential.json");
  await replaceCredentialFile(file, sandbox.credential);
  for (const [i, code] of snippets.entries()) {
    const program = code.replaceAll("8090", String(sandbox.port)).replaceAll(usualCredentialFile, file);
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
    });
    expect(stdout).toMatch(words[i] ?? "");
  }
});
