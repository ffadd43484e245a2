// The packed accelerator as a user starts it: its dashboard opens by the printed address, and everything that the page names is there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "depthwire-page-"));
const installed = dirname(createRequire(import.meta.url).resolve("@depthwire/accelerator/package.json"));
const flags = ["--sandbox", "--pairs", "4BTC_USDT", "--port", "0", "--json", "--folder", folder];
const program = spawn(process.execPath, [join(installed, "bin/accelerator.js"), ...flags], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await Promise.race([
    once(program.stdout, "data"),
    once(program, "exit").then(([code]) => {
      throw new Error(`the accelerator ended with ${code}`);
    }),
  ]);
  const { url, page } = JSON.parse(String(line));
  const opened = await fetch(page, { redirect: "manual" });
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0];
  const read = async (path) => {
    const answer = await fetch(url + path, { headers: { cookie } });
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    }
    return await answer.text();
  };
  const text = await read("/app/");
  const found = new Set([...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path));
  // Scripts load others, which are named in them; a set is walked on while it grows.
  for (const path of found) {
    for (const [, name] of (await read(path)).matchAll(
      /["'`(](?:\.\/|assets\/|\/app\/assets\/)([\w.-]+\.(?:js|css))["'`)]/g,
    )) {
      found.add(`/app/assets/${name}`);
    }
  }
  if (![...found].some((path) => path.includes("chart"))) {
    throw new Error(`the page names no chart, only ${[...found].join(" ")}`);
  }
  console.log(`page: the accelerator's dashboard and its ${found.size} files`);
} finally {
  if (program.exitCode === null) {
    program.kill("SIGTERM");
    await once(program, "exit");
  }
  await rm(folder, { recursive: true, force: true });
}
