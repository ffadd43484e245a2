import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createOutput } from "./output.js";
import { seenJson, seenLine, seenText } from "./unseen.js";

const hostile = "a\u001b[31mb\u009b2Jc\u0085d\u202ee\u2066f\u0007g\u2028h\u200bi";

describe("text of somebody else", () => {
  it("has nothing in it that is not seen, on one line", () => {
    expect(seenLine(`${hostile}\r\n  second`)).toBe("a�[31mb�2Jc�d�e�f�g�h�i second");
  });

  it("keeps the command's own colours and line breaks, where there are colours", () => {
    expect(seenText("\u001b[32mgood\u001b[0m\n\u001b[2J", "coloured")).toBe("\u001b[32mgood\u001b[0m\n�[2J");
    expect(seenText("\u001b[32mgood\u001b[0m\n", "plain")).toBe("�[32mgood�[0m\n");
  });

  it("is the same value in JSON, and plain to a terminal", () => {
    const json = seenJson(JSON.stringify({ text: hostile }));
    expect(JSON.parse(json)).toEqual({ text: hostile });
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it("goes through no way of an output as it is", () => {
    const said: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said.push(chunk.toString());
        done();
      },
    });
    for (const form of ["text", "json"] as const) {
      const output = createOutput("call", form, { out: stream, err: stream });
      output.item({ text: hostile }, hostile);
      output.result({ text: hostile }, hostile);
      output.note(hostile);
      output.end({ text: hostile, exitCode: 1, error: { code: "failed", message: hostile } });
    }
    expect(said.join("").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
