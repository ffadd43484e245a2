import { expect, it } from "vitest";
import { runCommandLine } from "./command-scene.spec-kit.js";
import { commands } from "./commands/index.js";
import type { CommandDescription } from "./program/command.js";

it("what help says of the program and of every command stands in one text, so that a review sees what changes", async () => {
  const pages: string[] = [];
  const pagesOf: readonly Pick<CommandDescription, "name" | "passesOn">[] = [
    { name: "" },
    { name: "key" },
    { name: "relay" },
    ...commands,
  ];
  for (const { name, passesOn } of pagesOf) {
    const words = name.split(" ").filter((word) => word !== "");
    // What stands behind the name of another program is that program's.
    const argv = passesOn === "every-word" ? ["help", ...words] : [...words, "--help"];
    const { out, err, exitCode } = await runCommandLine(argv);
    expect({ words, err, exitCode }).toEqual({ words, err: "", exitCode: 0 });
    pages.push(`$ depthwire ${argv.join(" ")}\n${out}`);
  }
  await expect(pages.join("\n")).toMatchFileSnapshot("../transcripts/help.txt");
});
