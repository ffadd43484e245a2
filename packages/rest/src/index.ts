export { checkParams } from "@depthwire/core";
