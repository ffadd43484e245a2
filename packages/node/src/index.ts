export * from "./clock.js";
export * from "./connect.js";
export * from "./inflate.js";
export * from "./socket.js";
export * from "./thread.js";
