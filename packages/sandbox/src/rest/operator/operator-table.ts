import { accountRoutes } from "./account-routes.js";
import { clockRoutes } from "./clock-routes.js";
import { directoryOf } from "./directory.js";
import { exportRoutes } from "./export-routes.js";
import { faultRoutes } from "./fault-routes.js";
import { latencyRoutes } from "./latency-routes.js";
import { marketRoutes } from "./market-routes.js";
import type { OperatorRoute } from "./operator-route.js";
import { scenarioRoutes } from "./scenario-routes.js";
import { snapshotRoutes } from "./snapshot-routes.js";
import { walletRoutes } from "./wallet-routes.js";

const routes: readonly OperatorRoute[] = [
  ...accountRoutes,
  ...marketRoutes,
  ...walletRoutes,
  ...clockRoutes,
  ...latencyRoutes,
  ...scenarioRoutes,
  ...snapshotRoutes,
  ...exportRoutes,
  ...faultRoutes,
];

/** Every address of the operator. Routing, the directory and the guide's table come from it. */
export const operatorTable: readonly OperatorRoute[] = [directoryOf(routes), ...routes];
