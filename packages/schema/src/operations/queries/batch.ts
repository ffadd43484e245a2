import { list, record, required } from "../../shape/composite.js";
import { anything, integer, text } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * One command of a batch query.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const batchCommand = record(
  "batch-command",
  {
    /** Name of the command. */
    command: required("cmd", text()),
    /** Its parameters. */
    body: required("body", anything()),
    /** Echoed in the answer. */
    index: required("index", integer()),
  },
  { spec: "document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link batchCommand}. */
export type BatchCommand = ValueOf<typeof batchCommand>;

/**
 * The `cmds` of a batch query: exactly one command. Its JSON text is what is signed.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const batchCommands = list(batchCommand, { min: 1, max: 1 });

/** Decoded {@link batchCommands}. */
export type BatchCommands = ValueOf<typeof batchCommands>;

/**
 * The form of a batch query.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const batchForm = record(
  "batch-form",
  {
    /** JSON text of {@link batchCommands}. */
    commands: required("cmds", text()),
    /** The API key. */
    apiKey: required("apikey", text()),
    /** HMAC-MD5 over the text of `cmds`. A secret: it carries no timestamp and may be replayed. */
    signature: required("sign", text()),
  },
  { spec: "document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link batchForm}. */
export type BatchForm = ValueOf<typeof batchForm>;
