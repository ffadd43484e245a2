import type { CommandDescription } from "../program/command.js";
import { accelerator } from "./accelerator/command.js";
import { assets } from "./assets/command.js";
import { book } from "./book/command.js";
import { call } from "./call/command.js";
import { cancel } from "./cancel/command.js";
import { completion } from "./completion/command.js";
import { decode } from "./decode/command.js";
import { doctor } from "./doctor/command.js";
import { exportRecording } from "./export/command.js";
import { flatten } from "./flatten/command.js";
import { halt } from "./halt/command.js";
import { init } from "./init/command.js";
import { inspect } from "./inspect/command.js";
import { keyCommands } from "./key/commands.js";
import { markets } from "./markets/command.js";
import { mcp } from "./mcp/command.js";
import { order } from "./order/command.js";
import { orders } from "./orders/command.js";
import { paper } from "./paper/command.js";
import { plans } from "./plans/command.js";
import { plot } from "./plot/command.js";
import { positions } from "./positions/command.js";
import { query } from "./query/command.js";
import { record } from "./record/command.js";
import { relayCommands } from "./relay/commands.js";
import { replay } from "./replay/command.js";
import { resolve } from "./resolve/command.js";
import { sandbox } from "./sandbox/command.js";
import { sign } from "./sign/command.js";
import { tail } from "./tail/command.js";

type List = readonly CommandDescription[];

const programs: List = [sandbox, accelerator, paper];

const market: List = [markets, book, tail];

const recordings: List = [record, replay, inspect, exportRecording, query, plot];

const trading: List = [order, cancel, orders, plans, positions, assets, halt, flatten, resolve, call];

const tools: List = [...keyCommands, sign, decode, completion, doctor, mcp, init];

/** Every command, in the order of `--help`. */
export const commands: List = [...programs, ...market, ...recordings, ...trading, ...relayCommands, ...tools];
