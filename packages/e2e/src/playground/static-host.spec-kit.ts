import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { hostFiles } from "@depthwire/testkit/browser";
import { onTestFinished } from "vitest";

const page = fileURLToPath(new URL("../../../playground/dist/site", import.meta.url));

/** Somewhere below a host's root. */
const path = "/somewhere/below/try";

/** The policy that stands in the page. */
export async function policyOfPage(): Promise<string> {
  const text = await readFile(`${page}/index.html`, "utf8");
  return /content="(default-src [^"]+)"/.exec(text)?.[1] ?? "";
}

/**
 * A host on loopback that has the page's files below a path of its own and nothing else.
 *
 * @param policy sent as a header with every file, which covers workers too; empty: none is sent
 */
export async function hostPage(
  policy = "",
): Promise<{ readonly address: string; readonly refused: readonly string[] }> {
  const host = await hostFiles({ folders: [page], below: path, policy: () => policy });
  onTestFinished(() => host.close());
  return { address: `${host.address}${path}/`, refused: host.refused };
}
