import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TransportError, ValidationError } from "@depthwire/core";
import { it, onTestFinished } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { allOperations } from "../operations/find-operation.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript, textTranscript } from "../transcript.spec-kit.js";
import { EndedElsewhere, endingOf } from "./ending.js";
import { Refused, refusalCodes } from "./refused.js";

const pair = "4BTC_USDT";

it("command lines that are wrong are refused in words, with every bound of what an option takes", async () => {
  const told = new Transcript();
  const serve = ["relay", "serve", "--pairs", "all"];
  const lines: readonly (readonly string[])[] = [
    [],
    ["nothing"],
    ["relay"],
    ["relay", "srve"],
    ["key"],
    ["book"],
    ["book", pair, "--nothing"],
    ...["0", "-1", "1.5", "x", "", "9007199254740992"].map((levels) => ["book", pair, `--levels=${levels}`]),
    ...["0", "10", "5x", "1d", ""].map((within) => ["book", pair, `--within=${within}`]),
    ...["0.09", "100.1", "x", "-1", "1e1"].map((hz) => [...serve, `--views-hz=${hz}`]),
    ...["0", "65", "1.5", "x"].map((threads) => [...serve, `--threads=${threads}`]),
    ...["499", "x"].map((ms) => [...serve, `--lease-ms=${ms}`]),
    [...serve, "--standby", "hot"],
    [...serve, "--on-lease-loss", "cry"],
    [...serve, "--keep-in", "cloud"],
    [...serve, "--keep", "0"],
    [...serve, "--metrics", "x"],
    ...["s64", "07", "s05-s03", "s1", "", "s00-s99"].map((list) => [...serve, `--shards=${list}`]),
    ["relay", "serve"],
    ["relay", "serve", "--pairs", ""],
    ["mcp", "--query-seconds", "0"],
    ["mcp", "--query-seconds", "86401"],
    ["mcp", "--query-seconds", "soon"],
    ["mcp", "--max-value", "5"],
    ["mcp", "--no-ask"],
    ["mcp", "--allow-orders"],
    ["mcp", "--allow-orders", "--max-value", "5"],
    ...["0", "x", "-5", "5.", "1e3"].map((value) => [
      "mcp",
      "--allow-orders",
      `--max-value=${value}`,
      "--max-orders-per-minute=1",
    ]),
    ...["0", "1.5", "x"].map((count) => ["mcp", "--allow-orders", "--max-value=5", `--max-orders-per-minute=${count}`]),
    ["mcp", "--files", "nowhere"],
    ["mcp", "--venue", "nowhere"],
    ["plot", "recording", "--what", "love", "--out", "a.svg"],
    ["plot", "recording", "--out", "a.gif"],
    ["export", "recording", "--format", "xls"],
    ["query"],
    ["decode", "--form", "x"],
    ["sign", "--scheme", "x"],
    ["order", "hold", pair, "1", "--at", "1"],
    ["order", "buy", pair],
    ["order", "buy", pair, "1"],
    ["order", "buy", pair, "1", "--at", "1", "--leverage", "5", "--mode", "both"],
    ["assets", "moon"],
    ["resolve"],
    ["resolve", "1"],
    ["completion", "tcsh"],
    ["record", "dir"],
    ["replay", "dir", "--speed", "-1"],
    ["tail"],
    ["tail", "depth"],
    ["tail", "depht:4BTC_USDT"],
    ["tail", "kline:4BTC_USDT:7min"],
    ["tail", "kline:4BTC_USDT:1m"],
    ["tail", "depth:4BTC_USDT:1min"],
    ["tail", "4BTC_USDT"],
    ["tail", "private:4BTC_USDT"],
    ["tail", "a:b:c:d"],
    ["init"],
    ["call", "nothing"],
    ["call", "getDepth"],
    ["call", "usdt.getDepth", "pair"],
    ["call", "usdt.getDepth", "=x"],
    ["call", "usdt.getDepth", "pare=4BTC_USDT"],
    ["call", "usdt.getDepth", "x=1"],
    ["call", "usdt.getDepth", `pair=${pair}`, `pair=${pair}`],
    ["call", "usdt.getDepth", `pair=${pair}`, "size=x"],
    ["call", "usdt.getDepth", "size=5"],
    ["call", "usdt.getDepth", "pair=@nothing"],
    ["call", "placeOrder", `pair=${pair}`],
    ["call", "placeOrder", `pair=${pair}`, "side=buy", "type=limit", "quantity=1", "price=1"],
    ["call", "placeOrder", `pair=${pair}`, "side=open-lng", "type=limit", "quantity=1", "price=1"],
  ];
  for (const line of lines) {
    await told.say(runCommandLine, line);
  }
  await told.say(runCommandLine, ["nothing", "--json"]);
  await told.say(runCommandLine, ["relay", "serve", "--json"]);
  await told.say(runCommandLine, ["call", "nothing", "--json"]);
  await told.expectToBe("wrong-command-lines");
});

it("the list of operations, and what is said of each and of its fields, stand in one text", async () => {
  const told = new Transcript();
  await told.say(runCommandLine, ["call"]);
  await told.say(runCommandLine, ["call", "--json"]);
  for (const { name } of allOperations()) {
    await told.say(runCommandLine, ["call", name, "--help"]);
  }
  await told.say(runCommandLine, ["call", "placeOrder", "--help", "--json"]);
  await told.expectToBe("operations");
});

it("completion offers what may stand where the last word is typed", async () => {
  const workingDirectory = await scratchDirectory(onTestFinished);
  await mkdir(join(workingDirectory, "recording"));
  await writeFile(join(workingDirectory, "recording", "a.seg"), "");
  await writeFile(join(workingDirectory, "note.txt"), "");
  const told = new Transcript();
  const run = (argv: readonly string[]) => runCommandLine(argv, { workingDirectory });
  for (const words of [
    [],
    [""],
    ["--", "o"],
    ["--", "relay", ""],
    ["--", "relay", "s"],
    ["--", "relay", "serve", "--st"],
    ["--", "relay", "serve", "--standby", ""],
    ["--", "relay", "serve", "--standby", "w"],
    ["--", "relay", "serve", "--bus-seed", ""],
    ["--", "order", ""],
    ["--", "order", "buy", "-"],
    ["--", "order", "buy", "-y", ""],
    ["--", "inspect", "r"],
    ["--", "inspect", "recording/"],
    ["--", "inspect", "nowhere/"],
    ["--", "plot", "recording", "--what", ""],
    ["--", "call", "usdt.getD"],
    ["--", "call", "usdt.getDepth", ""],
    ["--", "call", "usdt.getDepth", "pair=x", "s"],
    ["--", "halt", "--r"],
    ["--", "assets", ""],
    ["--", "key", "l"],
    ["--", "nothing", "note"],
  ]) {
    await told.say(run, ["complete", ...words]);
  }
  for (const shell of ["bash", "zsh", "fish"]) {
    await told.say(run, ["completion", shell]);
  }
  await told.expectToBe("completion");
});

it("each way to end has its words, its code and its exit code", async () => {
  const systemError = Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT" });
  const errors: readonly unknown[] = [
    new Error("broken\u0007"),
    systemError,
    Object.assign(new Error("odd"), { code: 7 }),
    "a word",
    undefined,
    new EndedElsewhere({ text: "there", exitCode: 3, error: undefined }),
    new ValidationError("limit-exceeded", { limit: "max-value", value: "2", bound: "1" }),
    new ValidationError("value-invalid", { path: "price", rule: "a decimal" } as never),
    new TransportError("connect-failed", { address: "http://x", attempts: 4 }),
    new TransportError("not-placed", { clientOrderId: "1" }),
    ...[true, false].flatMap((ambiguous) => [
      new TransportError("connection-lost", { address: "http://x" } as never, { ambiguous }),
      new TransportError("timed-out", { afterMs: 5 } as never, { ambiguous }),
    ]),
    ...refusalCodes.map((code) => new Refused(code, "It is refused")),
    new Refused("usage", "Ends well!", "Do this.", { a: 1 }),
    new Refused("usage", "Asked?", "Do that."),
  ];
  await textTranscript(
    "endings",
    errors.map((error) => JSON.stringify(endingOf(error), null, 1)),
  );
});
