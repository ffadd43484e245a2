import { expect, it } from "vitest";
import { answerQuestions } from "../spec-support/asked-venue.js";
import { askOperator } from "./ask-operator.js";

const question = { venue: "http://venue.test:8090/", token: undefined, method: "GET", path: "accounts" };
const json = { "content-type": "application/json" };

it("asks below the operator's address, with a body and a token where there are some", async () => {
  const questions = answerQuestions("{}");
  await askOperator(question, String);
  await askOperator({ ...question, venue: "http://a/b", token: "secret", method: "POST", body: { ms: 1 } }, String);
  expect(questions).toEqual([
    { url: "http://venue.test:8090/_sandbox/accounts", method: "GET", headers: json },
    {
      url: "http://a/b/_sandbox/accounts",
      method: "POST",
      headers: { ...json, authorization: "Bearer secret" },
      body: { ms: 1 },
    },
  ]);
});

it("prints what the caller makes of the answer", async () => {
  answerQuestions("[1]");
  expect(await askOperator(question, (text) => `<${text}>`)).toEqual({ text: "<[1]>", exitCode: 0 });
});

it("prints a refusal as it came, as far as it is short", async () => {
  answerQuestions("x".repeat(501), 409);
  expect(await askOperator(question, String)).toEqual({
    text: `http://venue.test:8090/ refuses with HTTP 409: ${"x".repeat(500)}\n`,
    exitCode: 1,
  });
});
