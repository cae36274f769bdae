import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { allowanceOf } from "../../../api/src/mint/issueAuthorization.ts";
import { readPolicy } from "../../../api/src/settings/mintPolicy.ts";
import { account } from "../../support/api/apiFixture.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { faultsOf } from "./settingsFaults.ts";

const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const [listed, other] = [account(2).address, account(3).address];
const good = {
  phases: {
    Ember: { kind: "open", perWallet: 20 },
    Ash: { kind: "allowlist", allowances: { [listed.toLowerCase()]: 3 } },
  },
};

async function save(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), "policy.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const fault = (place: string, what: string) => `MINT_POLICY has a fault: ${place} ${what}.`;

describe("readPolicy", () => {
  it("returns each wallet's allowance in each phase", async () => {
    const policy = readPolicy(await save(good));
    const allowances = ["Ember", "Ash", "Dusk"].map((phase) => [
      allowanceOf(policy, phase, listed),
      allowanceOf(policy, phase, other),
    ]);
    expect(allowances).to.deep.equal([
      [20, 20],
      [3, 0],
      [undefined, undefined],
    ]);
  });
});

describe("the mint settings", () => {
  for (const wrong of [
    key.slice(0, -1),
    key.slice(2),
    `${key}00`,
    key.replace("59", "zz"),
    key.replace("0x", "59"),
    `0x${"0".repeat(64)}`,
    `0x${"f".repeat(64)}`,
    "secret of mine",
  ]) {
    it(`rejects a key such as ${wrong.slice(0, 8)}… of ${wrong.length} characters without printing it`, async () => {
      const faults = faultsOf({ MINT_SIGNER_KEY: wrong, MINT_POLICY: await save(good) });
      expect(faults).to.deep.equal([
        "MINT_SIGNER_KEY must be a private key: 0x and 64 hex digits.",
      ]);
    });
  }

  it("reports policy errors together with the errors of all variables", async () => {
    const policy = {
      phases: {
        Ember: { kind: "open", perWallet: 0 },
        Ash: { kind: "allowlist", allowances: { [listed]: 1.5 } },
        Cinder: {
          kind: "allowlist",
          allowances: { nobody: 1, [listed]: 1, [listed.toLowerCase()]: 2 },
        },
        Dusk: { kind: "closed" },
        Dawn: { kind: "open", perWallet: 1, until: 7, from: 2 },
        Night: 20,
        Noon: { kind: "allowlist" },
      },
    };
    const MINT_POLICY = await save(policy);
    const faults = faultsOf({ PORT: "http", MINT_SIGNER_KEY: key, MINT_POLICY });
    expect(faults).to.have.members([
      'PORT must be a whole number from 0 to 65535, not "http".',
      fault("phases.Ember.perWallet", "must be a whole number from 1 upwards"),
      fault("phases.Cinder.allowances.nobody", "must be an address: 0x and 40 hex digits"),
      fault(`phases.Ash.allowances.${listed}`, "must be a whole number from 1 upwards"),
      fault(`phases.Cinder.allowances.${listed.toLowerCase()}`, "must occur only once"),
      fault("phases.Dusk.kind", 'must be an object with the kind "open" or "allowlist"'),
      fault("phases.Night", 'must be an object with the kind "open" or "allowlist"'),
      fault("phases.Dawn", "must have no field until, from"),
      fault("phases.Noon.allowances", "must be an object that maps addresses to numbers"),
    ]);
  });

  for (const [what, content, says] of [
    ["no JSON", "{", "which is not JSON"],
    ["a list", [], 'the file must be an object with "phases"'],
    ["no phases", {}, "phases must be an object"],
    ["something else", { ...good, price: 1 }, "the file must have no field price"],
  ] as const) {
    it(`rejects a file with ${what}`, async () => {
      const [fault, ...more] = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY: await save(content) });
      expect(fault).to.contain(says);
      expect(more).to.deep.equal([]);
    });
  }

  it("rejects a missing file", () => {
    const [fault] = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY: "/nowhere.json" });
    expect(fault).to.equal("MINT_POLICY names /nowhere.json, which cannot be read (ENOENT).");
  });
});
