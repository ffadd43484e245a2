import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { askHidden, isTyped } from "./ask-hidden.js";

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  return { input, output };
}

it("what is typed is asked for line by line, and is not shown", async () => {
  const { input, output } = terminal(true);
  expect(isTyped({ input, output })).toBe(true);
  const asked = askHidden({ input, output }, ["API key", "API secret"]);
  input.write(" canary-key \r");
  input.write("canary-secret\r");
  expect(await asked).toEqual(["canary-key", "canary-secret"]);
  output.end();
  expect(await text(output)).toBe("API key: \nAPI secret: \n");
});

it("what is piped in is read without a question, and what does not come is empty", async () => {
  const { input, output } = terminal(false);
  expect(isTyped({ input, output })).toBe(false);
  input.end("canary-key\n");
  expect(await askHidden({ input, output }, ["API key", "API secret"])).toEqual(["canary-key", ""]);
  const more = terminal(false);
  more.input.end("one\ntwo\nthree\n");
  expect(await askHidden(more, ["first"])).toEqual(["one"]);
  for (const one of [output, more.output]) {
    one.end();
    expect(await text(one)).toBe("");
  }
});
