import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Accelerator, openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import { decodeResponse } from "@depthwire/core/internal";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "../api-docs/operations.js";
import { checkTypes } from "../blocks/check-types.js";
import { type CallExamples, callExamples } from "./call-examples.js";
import { compiledOf, exampleCall } from "./example-call.js";
import { prepareFor } from "./example-needs.spec-kit.js";
import { type LineProgram, openLineProgram } from "./line-program.spec-kit.js";
import { firstVectors, vectorOf } from "./operation-vectors.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const vectors = firstVectors();
const examples = allOperations().map((member) => {
  const call = exampleCall(member, vectorOf(member, vectors));
  const name = `${member.family}.${member.operation.name}`;
  return { name, operation: member.operation, ...callExamples(member.family, call) };
});

/** Each runs what a line names and answers with the JSON text of what it printed, or of `{ failure }`. */
const runners = {
  typescript: `
    import { createInterface } from "node:readline";
    for await (const file of createInterface({ input: process.stdin })) {
      const printed = [];
      const { log } = console;
      console.log = (value) => printed.push(value ?? null);
      const answer = await import(file).then(() => printed[0], (error) => ({ failure: String(error) }));
      console.log = log;
      console.log(JSON.stringify(answer));
    }`,
  python: `
import json, sys
for line in sys.stdin:
    printed = []
    try:
        exec(compile(open(line.strip()).read(), line.strip(), "exec"), {"print": printed.append})
        answer = printed[0]
    except Exception as error:
        answer = {"failure": repr(error)}
    print(json.dumps(answer), flush=True)
`,
};

let folder: string;
let sandbox: Sandbox;
let accelerator: Accelerator;
let rest: RestClient;
const programs = new Map<string, LineProgram>();
const undo: (() => Promise<unknown>)[] = [];

/** What `npm start` runs, at ports of its own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-calls-"));
  undo.push(() => rm(folder, { recursive: true }));
  sandbox = await startSandbox({ requestsPerWindow: 0, seed: 7 });
  undo.push(() => sandbox.close());
  const token = "a-token-that-nobody-guesses";
  const credential = new Credential(sandbox.credential);
  const throttle = { limit: 10_000, reserve: {} };
  accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, rest: { throttle } },
    port: 0,
    token,
    credential,
  });
  undo.push(() => accelerator.close());
  const http = createNodeHttpClient({ proxy: "none" });
  undo.push(() => http.close());
  rest = createRestClient(
    { addresses: { rest: sandbox.restUrl }, credential, throttle },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  await mkdir(join(folder, ".depthwire"));
  await writeFile(join(folder, ".depthwire/credential.json"), JSON.stringify(sandbox.credential), { mode: 0o600 });
  await writeFile(join(folder, ".depthwire/token"), token, { mode: 0o600 });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "runner.mjs"), runners.typescript);
  await writeFile(join(folder, "runner.py"), runners.python);
  programs.set("typescript", openLineProgram(process.execPath, ["runner.mjs"], folder));
  if (hasPython) {
    programs.set("python", openLineProgram("python3", ["runner.py"], folder));
  }
  undo.push(...[...programs.values()].map((program) => () => program.close()));
});
afterAll(async () => {
  for (const end of undo.toReversed()) {
    await end();
  }
});

/** The example, where it finds this venue and its ids. */
async function fitted(language: keyof CallExamples, example: (typeof examples)[number]): Promise<string> {
  const replacements = {
    "127.0.0.1:8090": new URL(sandbox.restUrl).host,
    "127.0.0.1:8080": new URL(accelerator.url).host,
    ...(await prepareFor(example.name, rest)),
  };
  return Object.entries(replacements).reduce((text, [from, to]) => {
    expect(text.includes(from) || from.startsWith("127.")).toBe(true);
    return text.replaceAll(from, to);
  }, example[language]);
}

/** A check of the whole must not pass because something is missing on its machine. */
const mayLack = process.env["CI"] === undefined;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** That an answer of the venue is one of this operation: a refusal throws. */
function expectAnswer({ operation }: (typeof examples)[number], text: string): void {
  const index = operation.auth === "signed-form" ? 1 : undefined;
  decodeResponse(compiledOf(operation), { status: 200, body: new TextEncoder().encode(text) }, index);
}

describe("the examples of every operation's page", () => {
  it("are those of all 53", () => {
    expect(examples).toHaveLength(53);
  });

  it("in TypeScript are well typed, by the strictest settings", () => {
    const typed = examples.map(({ name, typescript }) => ({ place: name, text: typescript, runsIn: "node" as const }));
    expect(checkTypes(typed, folder, [], join(root, "node_modules/typescript/lib/tsc.js"))).toEqual([]);
  });

  it.each(examples)("$name in TypeScript", async (example) => {
    const { code } = await transform(await fitted("typescript", example), { loader: "ts", format: "esm" });
    const file = join(folder, `${example.name}.mjs`);
    await writeFile(file, code);
    const answer = await programs.get("typescript")?.ask(file);
    expect(answer).not.toMatch(/^\{"failure":/);
  });

  it.skipIf(!hasPython && mayLack).each(examples)("$name in Python", async (example) => {
    const file = join(folder, `${example.name}.py`);
    await writeFile(file, await fitted("python", example));
    expectAnswer(example, (await programs.get("python")?.ask(file)) ?? "");
  });

  it.skipIf(!hasCurl && mayLack).each(examples)("$name with curl", async (example) => {
    const script = await fitted("curl", example);
    const env = { ...process.env, NO_PROXY: "*" };
    const { stdout } = await promisify(execFile)("sh", ["-euc", script], { cwd: folder, env });
    expectAnswer(example, stdout);
  });
});
