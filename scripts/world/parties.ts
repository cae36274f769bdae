import type { Signer } from "ethers";
import type { LocalChain } from "./chain/localChain.ts";
import type { Party, WorldPlan } from "./plan.ts";
import type { SignAs } from "./publishTales.ts";

/** Possible owners of drifters: accounts by number and contract wallets by name. */
export interface Parties {
  addressOf(party: Party): string;
  /** Signs as an account or as a contract wallet. */
  sign: SignAs;
}

/** Deploys the plan's contract wallets. */
export async function deployWallets(
  { ethers }: LocalChain,
  { wallets = {} }: WorldPlan,
): Promise<Parties> {
  const accounts = await ethers.getSigners();
  const keepersOf = new Map<string, Signer[]>();
  const addresses = new Map<string, string>();
  for (const [name, { keepers }] of Object.entries(wallets)) {
    const [first, second] = keepers.map((keeper) => accountAt(accounts, keeper));
    const wallet = await ethers.deployContract("SigningWallet", [first, second]);
    const address = await wallet.getAddress();
    addresses.set(name, address);
    keepersOf.set(
      address,
      [first, second].filter((keeper) => keeper !== undefined),
    );
  }

  return {
    addressOf(party) {
      if (typeof party === "number") return accountAt(accounts, party).address;
      const address = addresses.get(party);
      if (address === undefined) throw new Error(`There is no contract wallet "${party}".`);
      return address;
    },
    async sign(address, message) {
      const signers = keepersOf.get(address) ?? [await ethers.getSigner(address)];
      const signatures = await Promise.all(signers.map((signer) => signer.signMessage(message)));
      return `0x${signatures.map((signature) => signature.slice(2)).join("")}`;
    },
  };
}

export function accountAt<Account>(accounts: readonly Account[], index: number): Account {
  const account = accounts[index];
  if (account === undefined) throw new Error(`The local chain has no account ${index}.`);
  return account;
}
