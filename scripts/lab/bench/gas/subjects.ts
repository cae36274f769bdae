import { join } from "node:path";
import hre from "hardhat";
import solc from "solc";
import { collectionConfig } from "#collection/collection.config.ts";

/** One contract in the report. All contracts accept the same calldata. */
export interface Subject {
  /** Column title. */
  title: string;
  /** Creation code without the constructor's arguments. */
  bytecode: string;
  deployedBytecode: string;
  /** First token ID. */
  firstTokenId: number;
  /** Whether the contract has `tokenByIndex` and `tokenOfOwnerByIndex`. */
  enumerable: boolean;
}

/** Returns our contract, as the project builds it. */
export async function createOwnSubject(): Promise<Subject> {
  const artifact = await hre.artifacts.readArtifact(collectionConfig.contract);
  return { ...artifact, title: "ours", firstTokenId: 1, enumerable: true };
}

const peersFile = "scripts/lab/bench/gas/peers/Peers.sol";

/** Each peer's contract, title and first token ID. */
const peers = [
  ["OpenZeppelinPeer", "OZ enum.", 1],
  ["ERC721APeer", "ERC721A", 1],
  ["SoladyPeer", "solady", 1],
  ["ERC721PsiPeer", "Psi", 0],
  ["ERC721PsiBalancePeer", "Psi+bal.", 0],
] as const;

/** Returns the same collection on other token implementations, compiled with the project's compiler and settings. */
export async function peerSubjects(): Promise<Subject[]> {
  const root = join(hre.config.paths.root, peersFile);
  const found = await hre.solidity.getCompilationJobs([root], { quiet: true, force: true });
  const job = found.success ? found.compilationJobsPerFile.get(root) : undefined;
  if (job === undefined) throw new Error(`${peersFile} cannot be compiled.`);
  const input = JSON.stringify(await job.getSolcInput())
    .replaceAll("FringeMint", collectionConfig.mintFunction)
    .replaceAll("FD_PRICE", collectionConfig.priceFunction);
  const { errors, contracts } = JSON.parse(solc.compile(input));
  const error = errors?.find(({ severity }: { severity: string }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  return peers.map(([contract, title, firstTokenId]) => {
    const { bytecode, deployedBytecode } = contracts[`project/${peersFile}`][contract].evm;
    return {
      title,
      bytecode: `0x${bytecode.object}`,
      deployedBytecode: `0x${deployedBytecode.object}`,
      firstTokenId,
      enumerable: contract === "OpenZeppelinPeer",
    };
  });
}
