/** Real servers of Debian's on loopback, for specs and trials. */
export * from "./servers/etcd-server.js";
export { freePorts } from "./servers/free-ports.js";
export { freeServerPorts } from "./servers/free-server-ports.js";
export * from "./servers/nats-server.js";
export { lacksProgram } from "./servers/server-process.js";
