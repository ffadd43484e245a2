import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { faultKinds, restFaultKinds } from "./fault.js";

const guide = readFileSync(fileURLToPath(new URL("../../../../docs/guides/sandbox.md", import.meta.url)), "utf8");
const section = guide.split("\n## Faults\n")[1]?.split("\n## ")[0] ?? "";

it.each(Object.keys({ ...faultKinds, ...restFaultKinds }))(
  "the guide to the sandbox says what the fault %s does",
  (kind) => {
    const kinds = section.slice(section.indexOf("The kinds of the push side"));
    expect(kinds).toContain(`\`${kind}\``);
  },
);
