export { type RelayView, type RelayViewLevel, relayView, relayViewLevel, relayViewStatus } from "./relay/view.js";
