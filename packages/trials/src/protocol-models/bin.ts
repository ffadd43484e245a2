import { fileURLToPath } from "node:url";
import { runCommand } from "@depthwire/tools/command-line";
import { failuresOf, followProduct } from "./follow-product.js";
import { parseModelsOptions } from "./options.js";
import { checkModels } from "./run.js";

runCommand("protocol-models", parseModelsOptions, async () => {
  // From packages/trials/dist/protocol-models.
  const folder = fileURLToPath(new URL("../../models/", import.meta.url));
  const checked = await checkModels(folder);
  const followed = await followProduct(folder);
  const { histories, historiesRefused, deviations, deviationsRefused } = followed;
  const text = `${histories} histories of the product, ${historiesRefused} refused; ${deviations} with a mistake, ${deviationsRefused} refused`;
  return {
    summary: { ...checked.summary, ...followed },
    text: `${checked.text}\n${text}`,
    failures: [...checked.failures, ...failuresOf(followed)],
  };
});
