import { expect, it } from "vitest";
import { handledOperations, operationTable } from "./handlers.js";

it("names the operations as clients call them, each once, with the address of its table", () => {
  expect(handledOperations).toContain("usdt.getDepth");
  expect(new Set(handledOperations).size).toBe(handledOperations.length);
  expect(operationTable.find(({ name }) => name === "usdt.getDepth")).toMatchObject({
    method: "GET",
    paths: ["/v2/mdata/depth"],
  });
});
