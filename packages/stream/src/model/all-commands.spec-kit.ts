import type { WorldCommand } from "./command.spec-kit.js";
import { ambiguousLevel } from "./commands/ambiguous-level.spec-kit.js";
import { corrupt } from "./commands/corrupt.spec-kit.js";
import { counterRestart } from "./commands/counter-restart.spec-kit.js";
import { crash } from "./commands/crash.spec-kit.js";
import { crossed } from "./commands/crossed.spec-kit.js";
import { disconnect } from "./commands/disconnect.spec-kit.js";
import { drop } from "./commands/drop.spec-kit.js";
import { duplicate } from "./commands/duplicate.spec-kit.js";
import { finerDecimal } from "./commands/finer-decimal.spec-kit.js";
import { gap } from "./commands/gap.spec-kit.js";
import { hang } from "./commands/hang.spec-kit.js";
import { look } from "./commands/look.spec-kit.js";
import { mute } from "./commands/mute.spec-kit.js";
import { negativeQuantity } from "./commands/negative-quantity.spec-kit.js";
import { oldSnapshot } from "./commands/old-snapshot.spec-kit.js";
import { pass } from "./commands/pass.spec-kit.js";
import { readTop } from "./commands/read-top.spec-kit.js";
import { reorder } from "./commands/reorder.spec-kit.js";
import { snapshot } from "./commands/snapshot.spec-kit.js";
import { subscribe } from "./commands/subscribe.spec-kit.js";
import { truncated } from "./commands/truncated.spec-kit.js";
import { unknownLevel } from "./commands/unknown-level.spec-kit.js";
import { unsubscribe } from "./commands/unsubscribe.spec-kit.js";
import { update } from "./commands/update.spec-kit.js";
import { verify } from "./commands/verify.spec-kit.js";
import { verifyFalsely } from "./commands/verify-falsely.spec-kit.js";

/** Sound updates and time are frequent, so that harm meets living books. */
export const allCommands: readonly WorldCommand[] = [
  update,
  update,
  update,
  update,
  pass,
  pass,
  subscribe,
  subscribe,
  look,
  look,
  readTop,
  ambiguousLevel,
  corrupt,
  counterRestart,
  crash,
  crossed,
  disconnect,
  drop,
  duplicate,
  finerDecimal,
  gap,
  hang,
  mute,
  negativeQuantity,
  oldSnapshot,
  reorder,
  snapshot,
  truncated,
  unknownLevel,
  unsubscribe,
  verify,
  verify,
  verifyFalsely,
];

/** Each command's name, once. */
export const allCommandNames: readonly string[] = [...new Set(allCommands.map(({ commandName }) => commandName))];
