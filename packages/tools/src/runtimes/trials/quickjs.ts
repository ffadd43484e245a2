import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle } from "../bundle.js";
import type { SmokeReport } from "../smoke/scene.js";
import type { Trial, TrialWorld } from "../trial.js";

const folderOf = (foreign: string): string => join(foreign, "node_modules/quickjs-emscripten");

/** QuickJS: the language and nothing else. */
export const quickjsTrial: Trial = {
  name: "quickjs",
  extent: "short-with-foreign",
  missing: ({ foreign }) => (existsSync(folderOf(foreign)) ? undefined : "QuickJS is not installed"),
  run: async (world) => world.judge(await playInQuickjs(world), "no-sockets"),
};

/** The part of `quickjs-emscripten` that is used: its folder is no workspace, and its types are not seen here. */
interface QuickjsModule {
  getQuickJS(): Promise<{ newContext(): QuickjsContext }>;
}

interface QuickjsContext {
  readonly global: unknown;
  readonly runtime: {
    executePendingJobs(): { readonly error?: unknown; readonly value?: number; dispose(): void };
  };
  newString(text: string): { dispose(): void };
  setProp(target: unknown, name: string, value: unknown): void;
  getProp(target: unknown, name: string): { dispose(): void };
  evalCode(text: string, file: string): { readonly error?: unknown; dispose(): void };
  dump(handle: unknown): unknown;
}

async function playInQuickjs({ folder, foreign }: TrialWorld): Promise<SmokeReport> {
  const file = join(folder, "quickjs.js");
  await bundle(join(folder, "smoke/anywhere.js"), "anywhere", file);
  const { getQuickJS } = createRequire(join(foreign, "package.json"))("quickjs-emscripten") as QuickjsModule;
  const context = (await getQuickJS()).newContext();
  const sceneText = context.newString(await readFile(join(folder, "scene.json"), "utf8"));
  context.setProp(context.global, "sceneText", sceneText);
  sceneText.dispose();
  refuse(context, context.evalCode(await readFile(file, "utf8"), "smoke.js"));
  refuse(context, context.runtime.executePendingJobs());
  const text = context.getProp(context.global, "reportText");
  const report: unknown = JSON.parse(String(context.dump(text) ?? '{"error":"it never came to its end"}'));
  text.dispose();
  if (typeof report === "object" && report !== null && "error" in report) {
    throw new Error(String(report.error));
  }
  return report as SmokeReport;
}

/** @throws Error where the program threw */
function refuse(context: QuickjsContext, result: { readonly error?: unknown; dispose(): void }): void {
  if (result.error !== undefined) {
    const { message, stack } = context.dump(result.error) as { readonly message?: string; readonly stack?: string };
    throw new Error(`${message} ${stack}`);
  }
  result.dispose();
}
