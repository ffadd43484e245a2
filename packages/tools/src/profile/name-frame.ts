import type { CallFrame, Frame } from "./cpu-profile.js";
import { idleOwner } from "./cpu-profile.js";

/** What V8 puts in place of a function. */
const ofTheEngine: Readonly<Record<string, string>> = {
  "(idle)": idleOwner,
  "(program)": "native code",
  "(garbage collector)": "garbage collection",
};

/** A function of a program, by the file that it stands in. */
export function nameFrame({ functionName, url, lineNumber }: CallFrame): Frame {
  const owner = ownerOf(functionName, url);
  const file =
    url === "" || url.startsWith("wasm:") ? "" : ` ${shortFile(url)}${lineNumber < 0 ? "" : `:${lineNumber + 1}`}`;
  const name = `${functionName === "" ? "(anonymous)" : functionName}${file}`;
  return { key: `${owner} ${name}`, name, owner };
}

function ownerOf(functionName: string, url: string): string {
  const { [functionName]: engine } = ofTheEngine;
  if (engine !== undefined && url === "") {
    return engine;
  }
  if (url === "") {
    return "native code";
  }
  if (url.startsWith("node:")) {
    return "node";
  }
  if (url.startsWith("wasm:")) {
    return "WebAssembly";
  }
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1];
  const own = /\/packages\/([\w-]+)\//.exec(url)?.[1];
  return installed ?? own ?? (/^https?:/.test(url) ? "page" : "other");
}

function shortFile(url: string): string {
  return url
    .replace(/[?#].*$/, "")
    .split("/")
    .slice(-2)
    .join("/");
}
