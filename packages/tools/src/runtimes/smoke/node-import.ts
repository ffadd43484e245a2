import { playInNode } from "./in-node.js";

console.log(JSON.stringify(await playInNode(process.argv[2] ?? ".")));
