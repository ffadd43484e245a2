import { expect, it, onTestFinished } from "vitest";
import { openShell, type TerminalScene } from "./terminal.spec-kit.js";
import { keepPicture } from "./terminal-picture.spec-kit.js";

// What a program wrote in its last moment may be lost on a busy machine, so the shells here stay for a while.
function kept(scene: TerminalScene): TerminalScene {
  onTestFinished(() => scene[Symbol.asyncDispose]());
  return scene;
}

it("shows the help in a terminal and ends with 0", async () => {
  const terminal = kept(
    openShell("depthwire --help; code=$?; sleep 1; exit $code", { size: { columns: 100, rows: 60 } }),
  );
  await terminal.waitFor(({ text }) => text.includes("Exit codes:"));
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  keepPicture("help", terminal.picture());
});

it("answers a slip of the pen with the nearest command and the code of the shell", async () => {
  const terminal = kept(openShell("depthwire sandbx; echo ended $?; sleep 5", { before: "what stood before" }));
  const { text, buffer } = await terminal.waitFor((screen) => screen.text.includes("ended"));
  expect(text).toMatch(/^what stood before\n[\s\S]*sandbox[\s\S]*ended 2$/m);
  expect(buffer).toBe("normal");
});
