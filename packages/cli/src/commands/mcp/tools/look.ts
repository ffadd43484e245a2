import { fields, option, type Tool } from "./tool.js";

/** A query that needs more is ended: this process answers other calls, too. */
const queryMemory = "1GB";

/** What looks at recordings and at this computer. */
export const lookTools: readonly Tool[] = [
  {
    name: "inspect",
    title: "Inspect a recording",
    description: "Counts what a recording holds, by channel, and finds its gaps and damage.",
    input: {
      type: "object",
      properties: { directory: fields.directory },
      required: ["directory"],
      additionalProperties: false,
    },
    takes: "nothing",
    effect: "reads",
    words: ({ directory }) => ({ command: "inspect", positionals: [String(directory)] }),
  },
  {
    name: "query",
    title: "Query exported tables",
    description:
      "Asks exported tables one statement of SQL, with DuckDB. Each file is a view that is named like it: trades.parquet is trades. It reads these files alone and changes none. Try first: show tables; describe trades.",
    input: {
      type: "object",
      properties: {
        sql: { type: "string", minLength: 1, maxLength: 10_000 },
        files: {
          type: "array",
          items: { type: "string", minLength: 1, maxLength: 500 },
          maxItems: 20,
          description: "Exports or directories of them; by default the directory tables, else the present one.",
        },
      },
      required: ["sql"],
      additionalProperties: false,
    },
    takes: "nothing",
    effect: "reads",
    words: ({ sql, files = [] }, { querySeconds }) => ({
      command: "query",
      options: [...option("seconds", querySeconds), ...option("memory", queryMemory)],
      positionals: [String(sql), ...(files as readonly string[])],
    }),
  },
  {
    name: "doctor",
    title: "Doctor",
    description: "Looks for what is wrong with this computer, the way to the venue, and the key, and says what to do.",
    input: { type: "object", properties: {}, additionalProperties: false },
    takes: "venue-and-key",
    effect: "reads",
    words: () => ({ command: "doctor" }),
  },
];
