import { judge } from "./judge.js";
import type { Trial } from "./verdict.js";

process.on("message", (trial: Trial) => {
  void judge(trial).then((verdict) => process.send?.(verdict));
});
