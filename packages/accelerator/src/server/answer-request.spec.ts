import { expect, it } from "vitest";
import { splitTarget } from "./answer-request.js";

it.each([
  ["/orders?pair=x&y=?", "/orders", "pair=x&y=?"],
  ["/orders", "/orders", ""],
  ["/orders?", "/orders", ""],
  ["?pair=x", "/", "pair=x"],
  ["", "/", ""],
  ["http://127.0.0.1:8080/orders?pair=x", "/orders", "pair=x"],
  ["WS+x://host", "/", ""],
  ["http://host?pair=x", "/", "pair=x"],
  ["/go/http://host/orders", "/go/http://host/orders", ""],
  ["1http://host/orders", "1http://host/orders", ""],
])("the target %s is asked for %s with the query %s", (target, path, queryText) => {
  expect(splitTarget(target)).toEqual({ path, queryText });
});
