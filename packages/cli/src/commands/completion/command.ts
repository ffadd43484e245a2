import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { scripts } from "./scripts.js";

export const completion: CommandDescription = {
  name: "completion",
  group: "tools",
  summary: "print what makes a shell complete this command",
  arguments: () => [new Argument("<shell>", "which shell").choices(Object.keys(scripts))],
  hasJson: false,
  examples: [
    { line: "completion bash > depthwire.bash", does: "then, in ~/.bashrc: source depthwire.bash" },
    { line: "completion zsh > depthwire.zsh", does: "then, in ~/.zshrc: source depthwire.zsh" },
  ],
  load: () => import("./run.js"),
};
