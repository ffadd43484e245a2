import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commands } from "../../commands/index.js";

const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "depthwire-complete-"));
const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [bin, ...words], { cwd: folder, encoding: "utf8" });

/** What a shell is offered behind these words. */
function offered(...words: readonly string[]): string[] {
  return run("complete", "--", ...words)
    .split("\n")
    .filter((line) => line !== "");
}

describe("completion", () => {
  it("offers every command", () => {
    expect(offered("").sort()).toEqual([...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))].sort());
  });

  it("offers options, their choices, and files", () => {
    writeFileSync(join(folder, "a-file.json"), "{}");
    expect(offered("paper", "--prot")).toEqual(["--protocol"]);
    expect(offered("paper", "--protocol", "")).toEqual(["prefix", "channel"]);
    expect(offered("completion", "")).toEqual(["bash", "zsh", "fish", "a-file.json"]);
  });

  it("works in a real bash, which runs nothing of what is typed", () => {
    writeFileSync(join(folder, "depthwire.bash"), run("completion", "bash"));
    const script = `
      depthwire() { "${process.execPath}" "${bin}" "$@"; }
      source depthwire.bash
      reply() { printf '%s\\n' "\${COMPREPLY[@]}"; }
      COMP_WORDS=(depthwire pape); COMP_CWORD=1; _depthwire; reply
      COMP_WORDS=(depthwire completion '$(touch planted)'); COMP_CWORD=2; _depthwire; reply`;
    expect(execFileSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" }).trim()).toBe("paper");
    expect(existsSync(join(folder, "planted"))).toBe(false);
  });
});
