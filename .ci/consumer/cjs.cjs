// ESM only, and still at hand for require(): Node loads it without a flag.
const { compareDecimal } = require("@depthwire/core");
const { venueCodes } = require("@depthwire/schema");

if (compareDecimal("101.1", "101.10") !== 0) {
  throw new Error("101.1 and 101.10 are the same level");
}
console.log(`cjs: ${Object.keys(venueCodes).length} codes of the venue`);
