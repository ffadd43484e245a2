import type { RunCommand } from "../../program/command.js";
import { doctorPorts } from "./doctor-ports.js";
import { examine } from "./examine.js";
import type { DoctorFlags } from "./flags.js";

/** Looks at everything, and tells what it found. */
export const run: RunCommand<DoctorFlags> = async ({ options }, context) => {
  await examine(options, context, doctorPorts(context));
  return undefined;
};
