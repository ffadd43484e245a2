import type { CommandDescription } from "../../program/command.js";
import { relayConfig } from "./config/command.js";
import { relayDoctor } from "./doctor/command.js";
import { relayFollow } from "./follow/command.js";
import { relayHandover } from "./handover/command.js";
import { relayRecord } from "./record/command.js";
import { relayServe } from "./serve/command.js";
import { relayStatus } from "./status/command.js";

/** Right books on many machines. */
export const relayCommands: readonly CommandDescription[] = [
  relayServe,
  relayFollow,
  relayStatus,
  relayHandover,
  relayRecord,
  relayConfig,
  relayDoctor,
];
