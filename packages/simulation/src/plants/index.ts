import { acceleratorPlants } from "./accelerator-plants.js";
import { deskPlants } from "./desk-plants.js";
import type { Plant } from "./plant.js";
import { relayPlants } from "./relay-plants.js";
import { threadPlants } from "./thread-plants.js";
import { traderPlants } from "./trader-plants.js";
import { venuePlants } from "./venue-plants.js";

/** Every planted fault: each must be found by a search. */
export const plants: readonly Plant[] = [
  ...traderPlants,
  ...threadPlants,
  ...venuePlants,
  ...relayPlants,
  ...deskPlants,
  ...acceleratorPlants,
];
