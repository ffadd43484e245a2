import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandOutcome } from "../command-line/outcome.js";
import { type CpuProfile, childOf, idleOwner, ownTimes, type StackNode, stacksOf } from "./cpu-profile.js";
import { drawFlameGraph } from "./flame-graph.js";
import { type LoadTally, runLoad } from "./load.js";
import { readMemory } from "./memory-lines.js";
import { nameFrame } from "./name-frame.js";
import type { ProfileOptions } from "./options.js";
import { type ProcessFigures, watchProcess } from "./process-watch.js";
import { type ProfileSummary, reportProfile, type ThreadSeen } from "./report.js";
import { type StartedProgram, startProgram } from "./started-program.js";
import { openWatchedPage, type PageFigures, type WatchedPage } from "./watched-page.js";

const msPerMinute = 60_000;
const coloured = 10;

/** A stretch of the monotonic clock. */
interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

/** What was measured while the program ran. */
interface Measured {
  readonly stretch: Stretch;
  readonly program: ProcessFigures;
  readonly page: PageFigures | undefined;
  readonly load: LoadTally;
}

/**
 * Profiles `npm start` with its dashboard under load.
 *
 * @param root of the workspace
 * @throws Error when the program does not start, or ends wrongly
 */
export async function runProfile(
  options: ProfileOptions,
  root: string,
  progress: (text: string) => void,
): Promise<CommandOutcome<ProfileSummary>> {
  const out = resolve(root, options.out);
  await emptyFolder(out);
  // The program's keys are here as well: nobody looks for them among pictures.
  const home = await mkdtemp(join(tmpdir(), "depthwire-profile-"));
  try {
    const measured = await runProgram(options, home, progress);
    return await conclude(options, { home, out, root, measured });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function runProgram(options: ProfileOptions, home: string, progress: (text: string) => void): Promise<Measured> {
  const program = await startProgram(options, home);
  let page: WatchedPage | undefined;
  try {
    page = options.page === "open" ? await openWatchedPage(program.pageUrl) : undefined;
    progress(`npm start runs; it is profiled for ${options.minutes} min after ${options.warmUpMs / 1_000} s`);
    const measured = await measure(options, { program, page, home });
    await page?.close();
    await program.end();
    return measured;
  } catch (error) {
    await page?.close().catch(() => undefined);
    program.kill();
    throw error;
  }
}

/** Nothing of an earlier run is taken for one of this. Other files there stay. */
async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.endsWith(".cpuprofile")) {
      await rm(join(folder, name));
    }
  }
}

async function measure(
  { minutes, warmUpMs, readsPerSecond }: ProfileOptions,
  {
    program,
    page,
    home,
  }: { readonly program: StartedProgram; readonly page: WatchedPage | undefined; readonly home: string },
): Promise<Measured> {
  const stop = new AbortController();
  const loading = runLoad({ origin: program.origin, home, readsPerSecond }, stop.signal);
  // Whoever waits below is told of a load that fails.
  const failed = loading.then(() => new Promise<never>(() => undefined));
  await Promise.race([failed, delay(warmUpMs)]);
  await page?.begin();
  const watched = watchProcess(program.pid);
  const fromUs = monotonicUs();
  await Promise.race([failed, delay(minutes * msPerMinute)]);
  const toUs = monotonicUs();
  const figures = watched();
  const ofPage = await page?.end();
  stop.abort();
  return { stretch: { fromUs, toUs }, program: figures, page: ofPage, load: await loading };
}

/** The clock of V8's profiles. */
function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

async function conclude(
  options: ProfileOptions,
  {
    home,
    out,
    root,
    measured,
  }: { readonly home: string; readonly out: string; readonly root: string; readonly measured: Measured },
): Promise<CommandOutcome<ProfileSummary>> {
  const { stretch, page } = measured;
  const threads = await readThreads({ home, out }, stretch);
  if (page !== undefined) {
    await writeFile(join(out, "page.cpuprofile"), JSON.stringify(page.profile));
    const everything = { fromUs: 0, toUs: Number.POSITIVE_INFINITY };
    threads.push({ name: "page", stacks: stacksOf(page.profile, nameFrame, everything), memory: undefined });
  }
  const whole: StackNode = { frame: { key: "", name: "", owner: "" }, selfUs: 0, children: new Map() };
  for (const { name, stacks } of threads) {
    const thread = childOf(whole, { key: name, name, owner: "" });
    for (const [key, node] of stacks.children) {
      thread.children.set(key, node);
    }
  }
  const seconds = Math.round((stretch.toUs - stretch.fromUs) / 1e6);
  const flameGraph = join(out, "flame-graph.svg");
  const owners = ownTimes(whole, ({ owner }) => owner).map(([owner]) => owner);
  const svg = drawFlameGraph({
    title: "npm start under load",
    subtitle: `where threads that run JavaScript were busy in ${seconds} s, ${options.pairs} pairs, ${options.shards} shards, ${options.readsPerSecond} reads a second; Node ${process.versions.node}`,
    root: whole,
    owners: owners.filter((owner) => owner !== idleOwner).slice(0, coloured),
  });
  await writeFile(flameGraph, svg);
  return reportProfile({
    elapsedMs: (stretch.toUs - stretch.fromUs) / 1_000,
    root: whole,
    threads,
    program: measured.program,
    page: page === undefined ? undefined : withoutProfile(page),
    load: measured.load,
    flameGraph: relative(root, flameGraph),
    notes: options.page === "open" && page === undefined ? ["without a page: Chromium is not installed"] : [],
  });
}

function withoutProfile({ processMs, rssBytes, heapBytes, taskMs }: PageFigures): Omit<PageFigures, "profile"> {
  return { processMs, rssBytes, heapBytes, taskMs };
}

/** What V8 wrote of each thread; their numbers stand in the names of its files. */
async function readThreads(
  { home, out }: { readonly home: string; readonly out: string },
  stretch: Stretch,
): Promise<ThreadSeen[]> {
  const files = (await readdir(home)).flatMap((name) => {
    const thread = /^CPU\.\d+\.\d+\.\d+\.(\d+)\.\d+\.cpuprofile$/.exec(name)?.[1];
    return thread === undefined ? [] : [{ name, thread: Number(thread) }];
  });
  const threads: ThreadSeen[] = [];
  for (const { name, thread } of files.toSorted((one, other) => one.thread - other.thread)) {
    const profile = JSON.parse(await readFile(join(home, name), "utf8")) as CpuProfile;
    const words = nameThread(profile, thread);
    await copyFile(join(home, name), join(out, `${words.replaceAll(/[ ()]+/g, "-").replace(/-$/, "")}.cpuprofile`));
    threads.push({
      name: words,
      stacks: stacksOf(profile, nameFrame, stretch),
      memory: readMemory(home, thread, stretch.fromUs, stretch.toUs),
    });
  }
  return threads;
}

/** A thread by the module that it runs. */
function nameThread({ nodes }: CpuProfile, thread: number): string {
  if (thread === 0) {
    return "main thread";
  }
  const entries = nodes.flatMap(
    ({ callFrame: { url } }) => /([\w-]*entry[\w-]*)(?:\.bundle)?\.js$/.exec(url)?.[1] ?? [],
  );
  return `thread ${thread}${entries[0] === undefined ? "" : ` (${entries[0]})`}`;
}
