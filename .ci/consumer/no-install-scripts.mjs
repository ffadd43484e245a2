// Nothing that a user of the packages gets runs a script when it is installed.
import { readdirSync, readFileSync } from "node:fs";

const hooks = ["preinstall", "install", "postinstall"];
const names = readdirSync("node_modules").flatMap((name) =>
  name.startsWith("@") ? readdirSync(`node_modules/${name}`).map((inner) => `${name}/${inner}`) : [name],
);
const found = names
  .filter((name) => !name.startsWith("."))
  .filter((name) => {
    const { scripts = {} } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
    return hooks.some((hook) => hook in scripts);
  });
if (found.length > 0) {
  throw new Error(`installing the packages runs scripts of ${found.join(", ")}`);
}
console.log(`scripts: none in ${names.length} packages`);
