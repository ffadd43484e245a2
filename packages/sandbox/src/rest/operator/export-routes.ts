import { csvHead, csvLine, exportTables } from "../../export/exports.js";
import { inBatches } from "../../export/in-batches.js";
import { refuseOperator } from "../venue-answer.js";
import { listAccounts } from "./accounts.js";
import { checkChoice, fail } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorRoute } from "./operator-route.js";

const formats = ["json", "csv"] as const;

function accountOf({ context, services }: OperatorRequest): number | undefined {
  const wanted = context.req.query("account");
  if (wanted === undefined) {
    return undefined;
  }
  const found = listAccounts(services).find((account) => String(account) === wanted);
  return found ?? fail("account", "the number of an account of this venue");
}

async function exportRows(request: OperatorRequest): Promise<Response> {
  const { context, services } = request;
  const what = context.req.param("what") ?? "";
  const table = Object.hasOwn(exportTables, what) ? exportTables[what] : undefined;
  if (table === undefined) {
    const names = Object.keys(exportTables).join(", ");
    return refuseOperator(context, 404, "not-found", `There is no such export: there are ${names}`);
  }
  const format = checkChoice(context.req.query("format") ?? "json", "format", formats);
  const { host, nextTurn } = services;
  const atMs = host.now();
  const rows = await table.rows(host.exchange.state, accountOf(request), nextTurn);
  if (format === "csv") {
    const lines = await inBatches(rows, nextTurn, (row) => [csvLine(table, row)]);
    return context.body(csvHead(table) + lines.join(""), 200, { "content-type": "text/csv; charset=utf-8" });
  }
  const texts = await inBatches(rows, nextTurn, (row) => [JSON.stringify(row)]);
  const body = `{"export":${JSON.stringify(what)},"atMs":${atMs},"rows":[${texts.join()}]}`;
  return context.body(body, 200, { "content-type": "application/json" });
}

/** The operator's address for what is on record. */
export const exportRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/exports/{what}",
      does: "what is on record of all accounts, as JSON or CSV",
      query: {
        what: Object.entries(exportTables)
          .map(([name, { says }]) => `\`${name}\`: ${says}`)
          .join("; "),
        "format?": "`json` (the default) or `csv`",
        "account?": "whose alone; everybody's by default",
      },
    },
    exportRows,
  ),
];
