import { encodeAbiParameters } from "viem";
import type { LocalChain } from "../../../scripts/world/chain/localChain.ts";
import { account } from "./apiFixture.ts";

/** A contract that is no drifter collection. */
interface Stranger {
  name: string;
  /** Deploys a new one. @returns its address. */
  place(ethers: LocalChain["ethers"]): Promise<string>;
}

const yes = `0x${"1".padStart(64, "0")}`;
const phase = encodeAbiParameters([{ type: "string" }], ["Ember"]);

/** Who owns every token of the other ERC-721. */
const ownerEverywhere = account(3);

/** Answers `supportsInterface` with yes and `ownerOf` with an owner, and reverts on anything else. */
const otherCollection = [
  "0x5f3560e01c", // The selector
  "806301ffc9a714601b57", // is supportsInterface: yes,
  "636352211e14602457", // is ownerOf: the owner,
  "5f5ffd", // or is not known.
  "5b60015f5260205ff3",
  `5b73${ownerEverywhere.address.slice(2)}5f5260205ff3`,
].join("");

export const strangers: readonly Stranger[] = [
  { name: "an ERC-20", place: async (ethers) => addressOf(ethers.deployContract("Coin", [0])) },
  {
    name: "one that answers nothing to every call",
    place: async (ethers) => addressOf(ethers.deployContract("MuteContract")),
  },
  {
    name: "one that answers yes to every call",
    place: async (ethers) => addressOf(ethers.deployContract("LiteralContract", [yes, false])),
  },
  {
    name: "one that reverts with yes on every call",
    place: async (ethers) => addressOf(ethers.deployContract("LiteralContract", [yes, true])),
  },
  {
    name: "one that names a phase, and is no token",
    place: async (ethers) => addressOf(ethers.deployContract("LiteralContract", [phase, false])),
  },
  {
    name: "another ERC-721, whose owners could sign",
    async place(ethers) {
      const address = await addressOf(ethers.deployContract("MuteContract"));
      await ethers.provider.send("hardhat_setCode", [address, otherCollection]);
      return address;
    },
  },
];

async function addressOf(deployed: Promise<{ getAddress(): Promise<string> }>): Promise<string> {
  return (await deployed).getAddress();
}
