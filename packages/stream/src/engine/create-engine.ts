import { type Engine, engineOf } from "./engine.js";
import type { EngineOptions } from "./engine-options.js";
import type { EnginePorts } from "./engine-ports.js";
import { everyPart } from "./every-feature.js";

/**
 * Makes an engine that can do everything. It connects when the first stream is asked for. `assembleEngine` makes a smaller one.
 *
 * @throws ValidationError `option-invalid`
 */
export function createEngine(options: EngineOptions, ports: EnginePorts): Engine {
  return engineOf(options, ports, everyPart);
}
