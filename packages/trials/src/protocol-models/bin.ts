import { fileURLToPath } from "node:url";
import { runCommand } from "@depthwire/tools/command-line";
import { parseModelsOptions } from "./options.js";
import { checkModels } from "./run.js";

runCommand("protocol-models", parseModelsOptions, () => {
  // From packages/trials/dist/protocol-models.
  const folder = fileURLToPath(new URL("../../../relay/model/", import.meta.url));
  return checkModels(folder);
});
