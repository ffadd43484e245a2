import type { Shape } from "@depthwire/schema/internal";
import { kebabToPascal } from "../api-docs/names.js";
import { allOperations } from "../api-docs/operations.js";
import { allChannels } from "./channels.js";
import { link, operationPath, recordPath } from "./reference-paths.js";
import { allTables, partsOf } from "./reference-tables.js";

/** Who has a table or values in what it takes, returns or carries: a name for readers, and the path of its page. */
interface User {
  readonly name: string;
  readonly path: string;
  readonly shapes: readonly Shape[];
}

let known: readonly User[] | undefined;

/** Links from a page to all that use a shape, as one sentence; empty where nothing does. */
export function usersSentence(name: string, from: string): string {
  known ??= [...operationUsers(), ...channelUsers(), ...tableUsers()];
  const users = known.filter(
    (user) => user.path !== from && user.shapes.some((shape) => "name" in shape && shape.name === name),
  );
  const links = users.map((user) => link(user.name, from, user.path));
  return links.length === 0 ? "" : `Used by ${links.join(", ")}.`;
}

function operationUsers(): readonly User[] {
  return allOperations().map(({ family, operation }) => ({
    name: `${family}.${operation.name}`,
    path: operationPath(family, operation.name),
    shapes: [...partsOf(operation.params), ...partsOf(operation.result)],
  }));
}

function channelUsers(): readonly User[] {
  return allChannels().map(({ title, path, payload }) => ({ name: title, path, shapes: [...partsOf(payload)] }));
}

/** Tables that contain it themselves, not through another one. */
function tableUsers(): readonly User[] {
  return [...allTables()].map(([name, shape]) => ({
    name: kebabToPascal(name),
    path: recordPath(name),
    shapes: [...partsOf(shape)].slice(1),
  }));
}
