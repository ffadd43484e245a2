import type { Hand } from "../desk.js";
import { channels } from "./channels.js";
import { charts } from "./charts/charts.js";
import { coins } from "./coins.js";
import { doubles } from "./doubles/doubles.js";
import { integers } from "./integers/integers.js";
import { mistakes } from "./mistakes.js";
import { plans } from "./plans/plans.js";
import { ruined } from "./ruined.js";
import { spot } from "./spot.js";
import { wallet } from "./wallet.js";

/** Every client, each as another author would write it. */
export const hands: readonly Hand[] = [
  doubles,
  integers,
  channels,
  charts,
  plans,
  ruined,
  mistakes,
  spot,
  wallet,
  coins,
];
