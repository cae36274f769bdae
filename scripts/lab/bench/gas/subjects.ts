import { artifacts } from "hardhat";
import type { Artifact } from "hardhat/types/artifacts";
import { compilePeers } from "./compilePeers.ts";

/** One contract of the report. All accept the same calldata. */
export interface Subject {
  /** Title of its column. */
  title: string;
  /** A description, and what it lacks. */
  note: string;
  /** Creation code without the constructor's arguments. */
  bytecode: string;
  /** Size of the deployed contract. */
  sizeBytes: number;
  /** Its first token ID. */
  firstTokenId: number;
  /** Whether it has `tokenByIndex` and `tokenOfOwnerByIndex`. */
  enumerable: boolean;
}

/** Returns our contract, as the project builds it. */
export async function ourSubject(): Promise<Subject> {
  return describe(await artifacts.readArtifact("FringeDrifters"), {
    title: "ours",
    note: "contracts/FringeDrifters.sol: any IDs, enumerable.",
    firstTokenId: 1,
    enumerable: true,
  });
}

const peers = {
  OpenZeppelinPeer: {
    title: "OZ enum.",
    note: "OpenZeppelin ERC721Enumerable: any IDs, enumerable.",
    firstTokenId: 1,
    enumerable: true,
  },
  ERC721APeer: {
    title: "ERC721A",
    note: "sequential IDs only, its cheapest case, so no phases of IDs; not enumerable.",
    firstTokenId: 1,
    enumerable: false,
  },
  SoladyPeer: {
    title: "solady",
    note: "solady ERC721: any IDs; not enumerable.",
    firstTokenId: 1,
    enumerable: false,
  },
  ERC721PsiPeer: {
    title: "Psi",
    note: "ERC721Psi: as ERC721A, from id 0; writes no balance, so balanceOf reads every token.",
    firstTokenId: 0,
    enumerable: false,
  },
  ERC721PsiBalancePeer: {
    title: "Psi+bal.",
    note: "ERC721Psi with its extension AddressData, which keeps balances.",
    firstTokenId: 0,
    enumerable: false,
  },
} as const satisfies Record<string, Omit<Subject, "bytecode" | "sizeBytes">>;

/** Returns the same collection on other token implementations. */
export async function peerSubjects(): Promise<Subject[]> {
  const compiled = await compilePeers(Object.keys(peers));
  return Object.values(peers).map((facts, index) => {
    const artifact = compiled[index];
    if (artifact === undefined) throw new Error(`There is no contract for ${facts.title}.`);
    return describe(artifact, facts);
  });
}

function describe(
  { bytecode, deployedBytecode }: Artifact,
  facts: Omit<Subject, "bytecode" | "sizeBytes">,
): Subject {
  return { ...facts, bytecode, sizeBytes: (deployedBytecode.length - 2) / 2 };
}
