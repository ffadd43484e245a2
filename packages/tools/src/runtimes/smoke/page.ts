import { playOnTheWeb } from "./connect-web.js";
import type { Place, Scene } from "./scene.js";

/** In a page. What the console hears is what the command reads. */
async function play(): Promise<void> {
  const read = async (name: string): Promise<unknown> => (await fetch(new URL(`/${name}.json`, origin))).json();
  const report = await playOnTheWeb((await read("scene")) as Scene, (await read("place")) as Place, 1);
  console.log(`smoke-report ${JSON.stringify(report)}`);
}

const { origin } = (globalThis as unknown as { readonly location: { readonly origin: string } }).location;
play().catch((error: unknown) => console.log(`smoke-failed ${error instanceof Error ? error.stack : String(error)}`));
