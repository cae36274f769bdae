import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { CollectionCall } from "#protocol/collectionCalls";
import { formatEtherAmount } from "#protocol/ether";
import { phaseTitle } from "#protocol/sale/phaseRange";
import { decodeView, type View, viewCall } from "#protocol/sale/saleFacts";
import type { Outcome } from "#protocol/sale/simulate";
import { type CallSubject, saleSubject } from "#protocol/sale/simulateCalls";

/** Text for the base URI while no drifter is minted. */
export const unknownBaseURI = "unknown until it is minted";

/** Returns what a call changes, and the view that reads it. */
export function subjectOf(contract: Address, call: CollectionCall, tokenId: bigint): CallSubject {
  switch (call.functionName) {
    case "changeWithdrawer":
      return contractValue(contract, "Withdrawer", "withdrawAddress", String);
    case "transferOwnership":
    case "renounceOwnership":
      return contractValue(contract, "Owner", "owner", String);
    case "withdrawFunds":
      return contractValue(contract, "Held by the collection", "totalBalance", (wei) =>
        // Safety: totalBalance returns a number.
        formatEtherAmount(wei as bigint),
      );
    case "withdrawERC20":
      return tokensHeld(contract, call.args[0]);
    case "gift":
      return mintedInPhase(contract, call.args[0]);
    case "setBaseURI":
      return metadata(contract, tokenId);
    default:
      return saleSubject(contract, call, "ether");
  }
}

function contractValue(
  contract: Address,
  subject: string,
  functionName: "withdrawAddress" | "owner" | "totalBalance",
  inWords: (value: unknown) => string,
): CallSubject {
  const data = encodeFunctionData({ abi: fringeDriftersAbi, functionName });
  return viewSubject(subject, contract, data, functionName, inWords);
}

function mintedInPhase(contract: Address, phase: string): CallSubject {
  const functionName = "AllPhases";
  const data = encodeFunctionData({ abi: fringeDriftersAbi, functionName, args: [phase] });
  return viewSubject(`Minted of ${phaseTitle(phase)}`, contract, data, functionName, (value) => {
    // Safety: AllPhases returns three numbers.
    const [, , currentCount] = value as readonly [bigint, bigint, bigint];
    return String(currentCount);
  });
}

/** The contract has no view of the base URI, so this reads the token URI of a minted drifter. */
function metadata(contract: Address, tokenId: bigint): CallSubject {
  const functionName = "tokenURI";
  const data = encodeFunctionData({ abi: fringeDriftersAbi, functionName, args: [tokenId] });
  const subject = viewSubject(
    `Metadata of drifter ${tokenId}`,
    contract,
    data,
    functionName,
    String,
  );
  const inWords = (answer: Outcome | undefined) =>
    answer?.succeeded ? subject.inWords(answer) : unknownBaseURI;
  return { ...subject, inWords };
}

function tokensHeld(contract: Address, token: Address): CallSubject {
  const functionName = "balanceOf";
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [contract] });
  return {
    subject: `Held by the collection of the token ${token}`,
    view: viewCall(token, data),
    inWords(answer) {
      if (!answer?.succeeded || answer.data.length !== 66) return "not a token";
      const units = decodeFunctionResult({ abi: erc20Abi, functionName, data: answer.data });
      return `${units} of its smallest units`;
    },
  };
}

function viewSubject(
  subject: string,
  contract: Address,
  data: `0x${string}`,
  functionName: View,
  inWords: (value: unknown) => string,
): CallSubject {
  return {
    subject,
    view: viewCall(contract, data),
    inWords: (answer) => inWords(decodeView(functionName, answer)),
  };
}
