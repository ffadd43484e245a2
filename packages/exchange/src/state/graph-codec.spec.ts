import { describe, expect, it } from "vitest";
import { decodeGraph } from "./graph-reader.js";
import { encodeGraph } from "./graph-writer.js";

function copyOf<Root extends object>(root: Root): Root {
  return decodeGraph(JSON.parse(JSON.stringify(encodeGraph(root, []))), []) as Root;
}

describe("the graph codec", () => {
  it("brings back what JSON has no form for", () => {
    const root = {
      none: undefined,
      nothing: null,
      zero: -0,
      endless: Number.NEGATIVE_INFINITY,
      odd: Number.NaN,
      money: -(2n ** 90n),
      text: "",
      flag: false,
      list: [undefined, [1n], []],
      map: new Map<unknown, unknown>([
        [2, "two"],
        ["one", new Set([3, "3"])],
      ]),
    };
    expect(copyOf(root)).toStrictEqual(root);
    expect(Object.is(copyOf(root).zero, -0)).toBe(true);
  });

  it.each([
    'say "no"',
    '"',
    "back\\slash",
    "a line\n",
    "\u0000",
    "Zürich",
    "\u2028",
    "~ !#[]",
    "x".repeat(1000),
    `${"x".repeat(1000)}"`,
  ])("brings back texts, as values, keys and entries: %j", (text) => {
    const root = { text, again: text, [text]: new Map([[text, [text]]]) };
    expect(copyOf(root)).toStrictEqual(root);
  });

  it("keeps what is shared shared, and rings closed", () => {
    const shared = { balance: 7n };
    const root: { all: object[]; self?: object } = { all: [shared, { shared }, new Map([[shared, shared]])] };
    root.self = root;
    const copy = copyOf(root) as { all: [object, { shared: object }, Map<object, object>]; self: object };
    expect(copy.self).toBe(copy);
    expect(copy.all[1].shared).toBe(copy.all[0]);
    expect(copy.all[2].get(copy.all[0])).toBe(copy.all[0]);
  });

  it("keeps the order of keys and of entries", () => {
    const copy = copyOf({
      b: 1,
      a: new Map([
        ["z", 1],
        ["y", 2],
      ]),
    });
    expect(JSON.stringify([Object.keys(copy), [...copy.a]])).toBe('[["b","a"],[["z",1],["y",2]]]');
  });

  it("follows a chain of any length", () => {
    let chain: object = {};
    for (let i = 0; i < 50_000; i++) {
      chain = { next: chain };
    }
    let link: { next?: object } | undefined = copyOf(chain);
    let length = 0;
    while (link?.next !== undefined) {
      link = link.next;
      length++;
    }
    expect(length).toBe(50_000);
  });

  it("writes nothing that it could not read", () => {
    expect(() => encodeGraph({ act: () => 1 }, [])).toThrow(new TypeError("a function cannot be written"));
    expect(() => encodeGraph({ act: Symbol("x") }, [])).toThrow(new TypeError("a symbol cannot be written"));
    expect(() => encodeGraph({ at: new Date(0) }, [])).toThrow(TypeError);
  });

  it("does not read what it did not write", () => {
    expect(() => decodeGraph({ shapes: [], rows: [] }, [])).toThrow(TypeError);
    expect(() => decodeGraph({ shapes: [["a"]], rows: [[0]] }, [])).toThrow(TypeError);
    expect(() => decodeGraph({ shapes: [["a"]], rows: [[0, [9]]] }, [])).toThrow(TypeError);
    const unknown = { shapes: [], rows: [[-4, "unknown"]] } as const;
    expect(() => decodeGraph(unknown, [])).toThrow(new TypeError("no codec for unknown"));
  });
});
