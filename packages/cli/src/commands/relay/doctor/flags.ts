import type { BusFlags } from "../../../relay/bus-options.js";
import type { EtcdFlags } from "../../../relay/etcd-options.js";
import type { VenueFlags } from "../../../venue/venue-options.js";
import type { RelayRole } from "../config/role-names.js";

/** What the command line says. */
export interface RelayDoctorFlags extends BusFlags, EtcdFlags, VenueFlags {
  readonly role?: RelayRole;
}
