import { decodeForm } from "@depthwire/core/internal";
import { refused } from "../handler.js";
import type { Step } from "./step.js";

/** Names the command in the query of an address that several operations share. */
const commandKey = "cmd";

/** Which of the operations of an address a request means: where several share it, its query names the command. A batch names it in its form. */
export const command: Step = {
  name: "command",
  take: (asked) => {
    const { handlers, named, request } = asked;
    if (named.handler.operation.auth === "signed-form") {
      return asked;
    }
    const wanted = decodeForm(request.query).get(commandKey) ?? "";
    const found = handlers.find(({ handler: { operation } }) => (operation.command ?? wanted) === wanted);
    return found === undefined ? refused(wanted === "" ? 3002 : 3000) : { ...asked, named: found };
  },
};
