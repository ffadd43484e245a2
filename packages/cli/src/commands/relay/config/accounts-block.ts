import { inboxPrefixOf } from "@depthwire/nats/internal";
import type { KeptSecrets } from "./kept-secrets.js";
import { quoted } from "./quoted.js";
import { relayRoles } from "./role-names.js";
import { type RelayAccount, rawFrames, rolePermissions } from "./roles.js";

/** How accounts are called in the servers' configuration. */
export const accountNames: Readonly<Record<RelayAccount, string>> = {
  bus: "DW1_BUS",
  leases: "DW1_LEASES",
  kept: "DW1_KEPT",
  traders: "DW1_TRADERS",
};

/** Readers of what is kept, for all recorders together: each has some at once while it takes up what it missed. Who may read could make any number. */
export const maxReaders = 256;

const settings: Readonly<Record<RelayAccount, readonly string[]>> = {
  bus: [
    "# Without JetStream: that would write its answers wherever who asks wants them.",
    `exports: [{ stream: "${rawFrames}", accounts: [${accountNames.kept}] }]`,
  ],
  leases: ["jetstream: enabled"],
  kept: [
    `jetstream { max_streams: 1, max_consumers: ${maxReaders} }`,
    `imports: [{ stream: { account: ${accountNames.bus}, subject: "${rawFrames}" } }]`,
  ],
  traders: ["jetstream: enabled"],
};

/** The block of who may do what, in which account. */
export function accountsBlock(publicKeys: KeptSecrets["publicKeys"]): string {
  const accounts = (Object.keys(accountNames) as RelayAccount[]).map((account) =>
    [
      `  ${accountNames[account]} {`,
      ...settings[account].map((line) => `    ${line}`),
      "    users: [",
      ...usersOf(account, publicKeys),
      "    ]",
      "  }",
    ].join("\n"),
  );
  return ["accounts {", ...accounts, "}"].join("\n");
}

function usersOf(account: RelayAccount, publicKeys: KeptSecrets["publicKeys"]): readonly string[] {
  return relayRoles.flatMap((role) => {
    const permissions = rolePermissions[role][account];
    const key = publicKeys[role][account];
    if (permissions === undefined || key === undefined) {
      return [];
    }
    const subscribe = [...permissions.subscribe, `${inboxPrefixOf(key)}.>`];
    return [
      `      # ${role}`,
      "      {",
      `        nkey: ${key}`,
      "        permissions {",
      `          publish: { allow: [${permissions.publish.map(quoted).join(", ")}] }`,
      `          subscribe: { allow: [${subscribe.map(quoted).join(", ")}] }`,
      "        }",
      "      }",
    ];
  });
}
