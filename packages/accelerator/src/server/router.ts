import { type MethodAndPath, nearestAddress } from "@depthwire/sandbox/internal";
import { TrieRouter } from "hono/router/trie-router";
import type { Refusal } from "../guard/refusal.js";
import type { Route } from "./route.js";

/** A route that answers a request, with the named parts of its path. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** How much of a path is repeated. */
const repeatedCharacters = 100;

/** So many paths with named parts are remembered, and none that is longer, in characters. */
const maxKept = 1_000;
const longestKept = 200;

function ofMethod(all: Map<string, Map<string, Found>>, method: string): Map<string, Found> {
  const known = all.get(method) ?? new Map<string, Found>();
  all.set(method, known);
  return known;
}

/** Finds the route of a request, or says which one it is nearest to. */
export class Router {
  readonly #routes: readonly Route[];
  readonly #tries = new TrieRouter<Route>();
  /** Routes whose paths have no named parts, by method and path: most requests are for these. */
  readonly #fixed = new Map<string, Map<string, Found>>();
  /** Others that were found before. */
  readonly #named = new Map<string, Map<string, Found>>();

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    for (const route of routes) {
      this.#tries.add(route.method, route.path, route);
      const fixed = ofMethod(this.#fixed, route.method);
      if (!/[:*{]/.test(route.path) && !fixed.has(route.path)) {
        fixed.set(route.path, { route, params: {} });
      }
    }
  }

  /** The route at this address; HEAD is answered as GET. */
  find(method: string, path: string): Found | undefined {
    const asked = method === "HEAD" ? "GET" : method;
    const before = this.#fixed.get(asked)?.get(path) ?? this.#named.get(asked)?.get(path);
    if (before !== undefined) {
      return before;
    }
    const [[match] = []] = this.#tries.match(asked, path);
    if (match === undefined) {
      return undefined;
    }
    const [route, params] = match;
    const found = { route, params: params as Readonly<Record<string, string>> };
    const named = ofMethod(this.#named, asked);
    if (path.length <= longestKept) {
      if (named.size >= maxKept) {
        named.clear();
      }
      named.set(path, found);
    }
    return found;
  }

  /** What an address is refused with that nothing answers. */
  refusal(method: string, path: string): Refusal {
    const asked = `${method} ${path.slice(0, repeatedCharacters)}`;
    const methods = [...new Set(this.#routes.map((route) => route.method))].filter(
      (other) => this.find(other, path) !== undefined,
    );
    if (methods.length > 0) {
      const message = `${asked}: this path takes ${methods.join(" and ")}`;
      return { status: 405, code: "method-refused", message };
    }
    const nearest = nearestAddress(
      { method, path },
      this.#routes.map((route) => named(route, path)),
    );
    const hint = nearest === undefined ? "GET / names them all" : `did you mean ${nearest.method} ${nearest.path}?`;
    return { status: 404, code: "not-found", message: `${asked}: there is no such path; ${hint}` };
  }
}

/** A route's address with the parts that the caller names in the places of names: `/book/:pair` as `/book/4BTC_USDT`. */
function named({ method, path }: Route, asked: string): MethodAndPath {
  const parts = asked.slice(0, repeatedCharacters).split("/");
  const own = path.split("/").map((part, at) => (part.startsWith(":") ? (parts[at] ?? part) : part));
  return { method, path: own.join("/") };
}
