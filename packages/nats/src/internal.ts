/** For siblings alone: not part of the public interface, and without any promise. */
export { NatsBus } from "./nats-bus.js";
