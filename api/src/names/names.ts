import { type Address, isAddressEqual } from "viem";
import type { PersonName } from "#protocol/wire/responses";
import type { Chain } from "../chain/chain.ts";
import { describeName, normalizeName } from "./describeName.ts";
import { type LookupLimits, Lookups } from "./lookups.ts";

interface NameDependencies {
  chain: Pick<Chain, "readEnsName" | "readEnsAddress">;
  settings: { nameLimits: LookupLimits; nameLifeMilliseconds: number };
  /** Called when a known name has changed. */
  onChange: () => void;
}

/** The ENS names of wallets, which no response waits for. */
export type Names = ReturnType<typeof createNames>;

export function createNames({ chain, settings, onChange }: NameDependencies) {
  const { nameLimits, nameLifeMilliseconds } = settings;
  const byAddress = new Lookups({
    // Safety: every key is an address.
    read: (key) => readVerified(key as Address),
    onChange,
    limits: nameLimits,
  });
  const byName = new Lookups({
    read: chain.readEnsAddress,
    limits: { ...nameLimits, lifeMilliseconds: nameLifeMilliseconds },
  });

  /** Reads an address's name; null unless the name leads back to the address. */
  async function readVerified(address: Address): Promise<PersonName | null> {
    const name = await chain.readEnsName(address);
    const described = name === null ? undefined : describeName(name);
    if (described === undefined) return null;
    const target = await chain.readEnsAddress(described.name);
    return target !== null && isAddressEqual(target, address) ? described : null;
  }

  return {
    /** Returns a name if it is known, without looking it up: for addresses that anyone may ask for. */
    peek: (address: Address) => byAddress.peek(address),
    /** Returns a name if it is known, and looks it up for later: for wallets that own a token or signed a story. */
    of: (address: Address) => byAddress.request(address),
    /**
     * Finds a name's address; undefined if the name is invalid or has none.
     *
     * @throws {ApiError} if the chain cannot be read.
     */
    async find(name: string): Promise<Address | undefined> {
      const normalized = normalizeName(name);
      return normalized === undefined ? undefined : byName.find(normalized);
    },
  };
}
