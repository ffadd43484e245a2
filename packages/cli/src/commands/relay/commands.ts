import type { CommandDescription } from "../../program/command.js";
import { relayConfig } from "./config/command.js";

/** Books on many machines. */
export const relayCommands: readonly CommandDescription[] = [relayConfig];
