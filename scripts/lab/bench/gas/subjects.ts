import { join } from "node:path";
import { artifacts } from "hardhat";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";
import projectConfig from "../../../../hardhat.config.ts";

/** One contract of the report. All accept the same calldata. */
export interface Subject {
  /** Title of its column. */
  title: string;
  /** A description, and what it lacks. */
  note: string;
  /** Creation code without the constructor's arguments. */
  bytecode: string;
  deployedBytecode: string;
  /** Its first token ID. */
  firstTokenId: number;
  /** Whether it has `tokenByIndex` and `tokenOfOwnerByIndex`. */
  enumerable: boolean;
}

/** Returns our contract, as the project builds it. */
export async function ourSubject(): Promise<Subject> {
  const { bytecode, deployedBytecode } = await artifacts.readArtifact("FringeDrifters");
  const note = "contracts/FringeDrifters.sol: any IDs, enumerable.";
  return { title: "ours", note, bytecode, deployedBytecode, firstTokenId: 1, enumerable: true };
}

/** Contract, title, first token ID and note of each peer. */
const peers = [
  ["OpenZeppelinPeer", "OZ enum.", 1, "OpenZeppelin ERC721Enumerable: any IDs, enumerable."],
  [
    "ERC721APeer",
    "ERC721A",
    1,
    "sequential IDs only, its cheapest case, so no phases of IDs; not enumerable.",
  ],
  ["SoladyPeer", "solady", 1, "solady ERC721: any IDs; not enumerable."],
  [
    "ERC721PsiPeer",
    "Psi",
    0,
    "ERC721Psi: as ERC721A, from id 0; writes no balance, so balanceOf reads every token.",
  ],
  [
    "ERC721PsiBalancePeer",
    "Psi+bal.",
    0,
    "ERC721Psi with its extension AddressData, which keeps balances.",
  ],
] as const;

/** Drops compiler warnings, which are about the peers' older packages. */
const errorsOnly: HardhatPlugin = {
  id: "fringe-drifters:errors-only",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        getCompilationJobErrors: async (context, job, output, next) =>
          (await next(context, job, output)).filter(({ severity }) => severity === "error"),
      }),
    }),
  },
};

/** Returns the same collection on other token implementations, compiled with the project's compiler and settings. */
export async function peerSubjects(): Promise<Subject[]> {
  const { solidity } = projectConfig;
  if (solidity === undefined) throw new Error("hardhat.config.ts names no compiler.");
  const sources = "scripts/lab/bench/gas/peers";
  const paths = { sources, artifacts: "cache/peers/artifacts", cache: "cache/peers/cache" };
  const bench = await createHardhatRuntimeEnvironment(
    { plugins: [errorsOnly], solidity, paths },
    {},
    join(import.meta.dirname, "../../../.."),
  );
  await bench.tasks.getTask("build").run({ quiet: true, noTests: true });
  return Promise.all(
    peers.map(async ([contract, title, firstTokenId, note]) => {
      const { bytecode, deployedBytecode } = await bench.artifacts.readArtifact(
        `${sources}/Peers.sol:${contract}`,
      );
      const enumerable = contract === "OpenZeppelinPeer";
      return { title, note, bytecode, deployedBytecode, firstTokenId, enumerable };
    }),
  );
}
