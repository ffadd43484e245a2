import { list, record, required } from "../../shape/composite.js";
import { anything, integer, text } from "../../shape/scalar.js";
import type { RecordOf, RecordValue, ValueOf } from "../../shape/value.js";

const batchCommandFields = {
  /** Name of the command. */
  command: required("cmd", text()),
  /** Its parameters. */
  body: required("body", anything()),
  /** Echoed in the answer. */
  index: required("index", integer()),
};

/** One command of a batch query. */
export const batchCommand: RecordOf<typeof batchCommandFields, BatchCommand> = /* @__PURE__ */ record(
  "batch-command",
  batchCommandFields,
  { spec: "document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link batchCommand}. */
export interface BatchCommand extends RecordValue<typeof batchCommandFields> {}

/**
 * The `cmds` of a batch query: exactly one command. Its JSON text is what is signed.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const batchCommands = /* @__PURE__ */ list(batchCommand, { min: 1, max: 1 });

/** Decoded {@link batchCommands}. */
export type BatchCommands = ValueOf<typeof batchCommands>;

const batchFormFields = {
  /** JSON text of {@link batchCommands}. */
  commands: required("cmds", text()),
  /** The API key. */
  apiKey: required("apikey", text()),
  /** HMAC-MD5 over the text of `cmds`. A secret: it carries no timestamp and may be replayed. */
  signature: required("sign", text()),
};

/** The form of a batch query. */
export const batchForm: RecordOf<typeof batchFormFields, BatchForm> = /* @__PURE__ */ record(
  "batch-form",
  batchFormFields,
  {
    spec: "document 2, Endpoints, Coin-margined batch query",
  },
);

/** Decoded {@link batchForm}. */
export interface BatchForm extends RecordValue<typeof batchFormFields> {}
