import type { Context } from "hono";
import {
  type OperatorHead,
  type OperatorParameters,
  type OperatorRoute,
  operatorRoute,
  plainName,
} from "./operator-route.js";

/** Where a parameter stands. */
type Place = "path" | "query" | "body";

/** One parameter as the directory tells it. */
interface ListedParameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly says: string;
}

/** One address as the directory tells it. */
interface ListedAddress {
  readonly method: string;
  readonly path: string;
  readonly does: string;
  readonly parameters: readonly ListedParameter[];
}

function listed(parameters: OperatorParameters = {}, placeOf: (name: string) => Place): readonly ListedParameter[] {
  return Object.entries(parameters).map(([name, says]) => {
    const plain = plainName(name);
    return { name: plain, in: placeOf(plain), required: plain === name, says };
  });
}

function listedAddress({ method, path, does, query, body }: OperatorHead): ListedAddress {
  const placeOf = (name: string): Place => (path.includes(`{${name}}`) ? "path" : "query");
  return { method, path, does, parameters: [...listed(query, placeOf), ...listed(body, () => "body")] };
}

function textOf(addresses: readonly ListedAddress[]): string {
  const lines = addresses.flatMap(({ method, path, does, parameters }) => {
    const width = Math.max(0, ...parameters.map(({ name }) => name.length + 1));
    return [
      "",
      `${method.padEnd(6)} ${path}`,
      `       ${does}`,
      ...parameters.map(({ name, in: place, required, says }) => {
        const marked = `${name}${required ? "" : "?"}`.padEnd(width);
        return `         ${marked}  ${place.padEnd(5)}  ${says}`;
      }),
    ];
  });
  const head =
    "What the operator of this sandbox can do. Changes need the header content-type: application/json; `?` marks what may be absent.";
  return `${[head, ...lines].join("\n")}\n`;
}

/** Whether text is wanted: it is asked for by `?as=text`, or by a reader who takes text and has not asked for JSON. */
function wantsText({ req }: Context): boolean {
  const accepted = req.header("accept") ?? "";
  const named = req.query("as");
  return named === undefined ? accepted.includes("text/") && !accepted.includes("json") : named === "text";
}

/** The address that lists all others, and itself. */
export function directoryOf(routes: readonly OperatorRoute[]): OperatorRoute {
  const directory = operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/",
      does: "lists what the operator can do: as JSON, and as text for a reader who accepts text alone",
      query: { "as?": "`text` or `json`, whatever the reader accepts" },
    },
    ({ context }) => {
      const addresses = [directory, ...routes].map(listedAddress);
      return wantsText(context) ? context.text(textOf(addresses)) : context.json({ addresses });
    },
  );
  return directory;
}
