import { accountTools } from "./account.js";
import { lookTools } from "./look.js";
import { marketTools } from "./market.js";
import { read } from "./read.js";
import type { Tool } from "./tool.js";

/** Tools that change nothing. */
export const readTools: readonly Tool[] = [...marketTools, ...accountTools, read, ...lookTools];
