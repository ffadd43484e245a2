export { StoreError } from "@depthwire/core";
