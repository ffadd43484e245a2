import type { WireForms } from "../rest/wire-form.js";

/** Path of both push protocols. @spec document 1, What the service does */
export const pushPath = "/cbu";

/** A family whose contracts a private stream tells of. */
export type PrivateFamily = "usdt-margined" | "coin-margined";

/** Whose paths they are: the USDT clients', the coin clients', the spot clients'. Every public channel is at each. */
const families: Readonly<Record<string, PrivateFamily>> = {
  [pushPath]: "usdt-margined",
  "/cbc": "coin-margined",
  "/": "usdt-margined",
};

/**
 * The family whose private stream a connection to this path has; nothing where the venue takes no connections.
 *
 * @param forms the documents have one path, deployments have three
 * @spec field note 46
 */
export function familyAt(path: string, forms: WireForms): PrivateFamily | undefined {
  if (forms === "documented" && path !== pushPath) {
    return undefined;
  }
  return Object.hasOwn(families, path) ? families[path] : undefined;
}
