import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { debiansChromium, hostFiles, quietFlags } from "@depthwire/testkit/browser";
import { chromium } from "playwright-core";
import { bundle } from "../runtimes/bundle.js";

/** The page's origin: a venue must let pages of it in. */
const pagePort = 3000;

const lastLine = "the program went through";
/** Runs the program, and says to the console what the page's title says. */
const pageScript = `
  new MutationObserver(() => console.log(document.title)).observe(document.head, { childList: true, subtree: true, characterData: true });
  import("./program.js").then(() => console.log(${JSON.stringify(lastLine)}), (error) => reportError(error));
`;

/** What the page may do: its own files, WebAssembly, the venue of the page's other blocks. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' http://127.0.0.1:8090 ws://127.0.0.1:8090 http://127.0.0.1:8080";

/**
 * Bundles a program as a page's script and opens the page in Chromium, until its console or its title has said a text; without one, until
 * its last line was.
 *
 * @param script path of the program, below the folder where the packages are installed
 * @returns what is wrong
 */
export async function openInBrowser(
  script: string,
  { folder, limitMs }: { readonly folder: string; readonly limitMs: number },
  until: string = lastLine,
): Promise<string | undefined> {
  const program = debiansChromium();
  if (program === undefined) {
    return "Chromium is not installed";
  }
  const files = `${script}.page`;
  await mkdir(files);
  await bundle(script, "page", join(files, "program.js"));
  await writeFile(join(files, "page.js"), pageScript);
  const shardWorker = createRequire(join(folder, "package.json")).resolve("@depthwire/browser/shard-worker");
  await bundle(shardWorker, "page", join(files, "shard-worker.js"));
  await writeFile(
    join(files, "index.html"),
    '<!doctype html><meta charset="utf-8"><script type="module" src="./page.js"></script>',
  );
  const server = await hostFiles({ folders: [files], policy: () => policy, port: pagePort });
  const browser = await chromium.launch({ executablePath: program, args: quietFlags });
  const said: string[] = [];
  try {
    const page = await browser.newPage();
    const seen = new Promise<undefined>((resolve) => {
      page.on("console", (message) => {
        said.push(message.text());
        if (message.text().includes(until)) {
          resolve(undefined);
        }
      });
    });
    const wrong = new Promise<string>((resolve) => {
      page.on("pageerror", (error) => resolve(`the page threw ${error.message}`));
      setTimeout(() => resolve(`the page never said "${until}": ${said.join("\n").slice(-1_500)}`), limitMs).unref();
    });
    await page.goto(server.address);
    return await Promise.race([seen, wrong]);
  } finally {
    await browser.close();
    await server.close();
  }
}
