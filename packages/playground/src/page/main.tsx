import { render } from "preact";
import "../style/index.css";
import { App } from "./app.js";
import { followTheme } from "./theme.js";
import { startWorld } from "./world.js";

const place = document.getElementById("app");
if (place !== null) {
  followTheme();
  place.replaceChildren();
  render(<App world={startWorld()} />, place);
}
