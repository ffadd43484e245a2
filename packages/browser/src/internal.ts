/** For siblings alone: not part of the public interface, and without any promise. */
export { createBrowserClock } from "./clock.js";
export { followPageLife, type LifeWorld, type PageLife, type Suspension } from "./page-life.js";
export { createBrowserSocketOpener, socketLimitsFor } from "./socket.js";
