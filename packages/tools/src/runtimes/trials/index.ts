import type { Trial } from "../trial.js";
import { bunTrial } from "./bun.js";
import { chromiumTrials } from "./chromium.js";
import { denoTrial } from "./deno.js";
import { durableObjectTrial } from "./durable-object.js";
import { exchangeTrials } from "./exchange.js";
import { nodeTrials } from "./node.js";
import { quickjsTrial } from "./quickjs.js";
import { workerdTrial } from "./workerd.js";

/** Everything that the packages are tried in. */
export const trials: readonly Trial[] = [
  ...nodeTrials,
  ...chromiumTrials,
  bunTrial,
  denoTrial,
  workerdTrial,
  durableObjectTrial,
  quickjsTrial,
  ...exchangeTrials,
];
