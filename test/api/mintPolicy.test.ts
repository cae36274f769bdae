import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { allowanceOf, readPolicy } from "../../api/src/mint/policy.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { faultsOf } from "./settingsFaults.ts";

const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const [listed, other] = [account(2).address, account(3).address];
const good = {
  phases: {
    Ember: { kind: "open", perWallet: 20 },
    Ash: { kind: "allowlist", allowances: { [listed.toLowerCase()]: 3 } },
  },
};

async function keep(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), "policy.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const fault = (place: string, what: string) => `MINT_POLICY has a fault: ${place} ${what}.`;

describe("readPolicy", () => {
  it("returns each wallet's allowance in each phase", async () => {
    const policy = readPolicy(await keep(good));
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

  it("allows nothing in a phase that is named like a property of every object", async () => {
    const policy = readPolicy(await keep(good));
    expect(allowanceOf(policy, "constructor", listed)).to.equal(undefined);
    expect(allowanceOf(policy, "__proto__", listed)).to.equal(undefined);
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
    it(`refuse a key such as ${wrong.slice(0, 8)}… of ${wrong.length} characters, and never show it`, async () => {
      const faults = faultsOf({ MINT_SIGNER_KEY: wrong, MINT_POLICY: await keep(good) });
      expect(faults).to.deep.equal([
        "MINT_SIGNER_KEY must be a private key: 0x and 64 hex digits.",
      ]);
    });
  }

  it("report every fault of the policy at once, together with those of other variables", async () => {
    const policy = {
      phases: {
        Ember: { kind: "open", perWallet: 0 },
        Ash: { kind: "allowlist", allowances: { nobody: 1, [listed]: 1.5 } },
        Dusk: { kind: "closed" },
        Dawn: { kind: "open", perWallet: 1, until: 7 },
        Night: 20,
        Noon: { kind: "allowlist" },
        "a\0b": { kind: "open", perWallet: 1 },
      },
    };
    const MINT_POLICY = await keep(policy);
    const faults = faultsOf({ PORT: "http", MINT_SIGNER_KEY: key, MINT_POLICY });
    expect(faults).to.have.members([
      'PORT must be a whole number from 0 to 65535, not "http".',
      fault("phases.Ember.perWallet", "must be a whole number from 1 upwards"),
      fault("phases.Ash.allowances.nobody", "must be an address: 0x and 40 hex digits"),
      fault(`phases.Ash.allowances.${listed}`, "must be a whole number from 1 upwards"),
      fault("phases.Dusk.kind", 'must be "open" or "allowlist"'),
      fault("phases.Night", "must be an object with a kind"),
      fault("phases.Dawn", "must have no field until"),
      fault("phases.Noon.allowances", "must be an object: address to number"),
      fault("phases.a\0b", "must be a name without NULs and halves of surrogate pairs"),
    ]);
  });

  it("report every fault of an entry at once, even if its kind or its name is invalid", async () => {
    const policy = {
      phases: {
        Dusk: { kind: "raffle", perWallet: 0, allowances: { nobody: 1 }, until: 7 },
        Dawn: { perWallet: "two" },
        Ash: {
          kind: "allowlist",
          allowances: { [listed]: 1, [listed.toLowerCase()]: 2, nobody: 0 },
        },
        "a\0b": { kind: "open", perWallet: 0 },
      },
      price: 1,
    };
    const faults = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY: await keep(policy) });
    expect(faults).to.have.members([
      fault("phases.Dusk.kind", 'must be "open" or "allowlist"'),
      fault("phases.Dusk.perWallet", "must be a whole number from 1 upwards"),
      fault("phases.Dusk.allowances.nobody", "must be an address: 0x and 40 hex digits"),
      fault("phases.Dusk", "must have no field until"),
      fault("phases.Dawn.kind", 'must be "open" or "allowlist"'),
      fault("phases.Dawn.perWallet", "must be a whole number from 1 upwards"),
      fault(`phases.Ash.allowances.${listed.toLowerCase()}`, "must occur only once"),
      fault("phases.Ash.allowances.nobody", "must be an address: 0x and 40 hex digits"),
      fault("phases.Ash.allowances.nobody", "must be a whole number from 1 upwards"),
      fault("phases.a\0b", "must be a name without NULs and halves of surrogate pairs"),
      fault("phases.a\0b.perWallet", "must be a whole number from 1 upwards"),
      fault("the file", "must have no field price"),
    ]);
  });

  it("refuse a wallet that is listed twice, in any letter case", async () => {
    const allowances = { [listed]: 1, [listed.toLowerCase()]: 2 };
    const MINT_POLICY = await keep({ phases: { Ash: { kind: "allowlist", allowances } } });
    const [fault] = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY });
    expect(fault).to.match(/phases\.Ash\.allowances\.0x\w{40} must occur only once\.$/);
  });

  for (const [what, content, says] of [
    ["no JSON", "{", "which is not JSON"],
    ["a list", [], 'the file must be an object with "phases"'],
    ["no phases", {}, "phases must be an object"],
    ["something else", { ...good, price: 1 }, "the file must have no field price"],
  ] as const) {
    it(`refuse a file with ${what}`, async () => {
      const [fault, ...more] = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY: await keep(content) });
      expect(fault).to.contain(says);
      expect(more).to.deep.equal([]);
    });
  }

  it("refuse a missing file", () => {
    const [fault] = faultsOf({ MINT_SIGNER_KEY: key, MINT_POLICY: "/nowhere.json" });
    expect(fault).to.equal("MINT_POLICY names /nowhere.json, which cannot be read (ENOENT).");
  });
});
