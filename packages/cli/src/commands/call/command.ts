import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions, dryRunOptions, placeOptions, yesOption } from "../../trading/trade-options.js";

export const call: CommandDescription = {
  name: "call",
  group: "trading",
  summary: "call any operation of the service by its name",
  details:
    "Without a name it lists the operations. What changes something asks first, and an order goes the careful way: within the limits, not while halted, sent once.",
  arguments: () => [
    new Argument("[operation]", "such as usdt.placeOrder; the name alone where one family has it"),
    new Argument("[fields...]", "name=value; behind the operation, --help lists them"),
  ],
  options: () => [...accountOptions(), ...dryRunOptions(), ...placeOptions(), yesOption()],
  helpIsOwn: true,
  examples: [
    { line: "call", does: "every operation, by family" },
    { line: "call usdt.placeOrder --help", does: "the fields of one" },
    { line: "call usdt.getDepth pair=4BTC_USDT size=5", does: "a public one" },
    { line: "call getPositions --json", does: "a signed one, for a program" },
    {
      line: "call placeOrder pair=4BTC_USDT side=open-long type=limit quantity=1 price=1000 --dry-run",
      does: "the exact request, without sending it",
    },
  ],
  suggest: async (typed) => {
    const { allOperations, operationsNamed } = await import("../../operations/find-operation.js");
    const { passedFields } = await import("../../operations/parse-fields.js");
    const [name = ""] = typed;
    const [found] = operationsNamed(name);
    return typed.length <= 1 || found === undefined
      ? allOperations().map((one) => one.name)
      : passedFields(found.operation).map(([field]) => `${field}=`);
  },
  load: () => import("./run.js"),
};
