import { render } from "preact";
import "./style/index.css";
import "uplot/dist/uPlot.min.css";
import { followHistory } from "./charts/history.js";
import { followActions } from "./data/actions.js";
import { followSettings } from "./data/settings.js";
import { startData } from "./data/start.js";
import { followKeyboard } from "./keys/keyboard.js";
import { followSparks } from "./panels/sparks.js";
import { App } from "./shell/app.js";
import { followStatus } from "./shell/follow-status.js";
import { applySizes } from "./shell/grip.js";
import { followPair } from "./ticket/ticket-state.js";

const place = document.getElementById("app");
if (place !== null) {
  followSettings();
  applySizes();
  startData();
  followActions();
  followHistory();
  followSparks();
  followStatus();
  followPair();
  followKeyboard();
  // In a turn of its own: nothing keeps the browser longer than a moment, and the line is being opened meanwhile.
  setTimeout(() => render(<App />, place));
}
