/** Every published package by `require`: Node loads ES modules so, without a flag. */
const published: readonly string[] = JSON.parse(process.argv[3] ?? "[]");
for (const name of published) {
  require(name);
}
const { playInNode }: typeof import("./in-node.js") = require("./in-node.js");

playInNode(process.argv[2] ?? ".").then(
  (report) => console.log(JSON.stringify(report)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
