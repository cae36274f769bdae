import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi } from "viem";
import { formatEtherAmount } from "#protocol/values/ether";
import type { CollectionCall } from "#sale/collectionCalls";
import { phaseTitle } from "#sale/phaseRange";
import { type View, viewCall } from "#sale/saleFacts";
import { type CallSubject, saleSubject, viewSubject } from "#sale/simulateCalls";
import type { CollectionState } from "./state.ts";

/** Message for the base URI while no token is minted. */
export const unknownBaseURI = "unknown until it is minted";

/** Returns the name of the value that a call changes, and the view that reads it. */
export function describeSubject(
  { contract, firstToken }: CollectionState,
  call: CollectionCall,
): CallSubject {
  const subject = (
    title: string,
    view: View,
    args: readonly unknown[] = [],
    formatResult: (value: unknown) => string = String,
  ): CallSubject => viewSubject(contract, title, view, args, formatResult);
  // Safety, below: each value has its view's return type.
  switch (call.functionName) {
    case "changeWithdrawer":
      return subject("Withdrawer", "withdrawAddress");
    case "transferOwnership":
    case "renounceOwnership":
      return subject("Owner", "owner");
    case "withdrawFunds":
      return subject("Held by the collection", "totalBalance", [], (wei) =>
        formatEtherAmount(wei as bigint),
      );
    case "withdrawERC20":
      return tokenBalance(contract, call.args[0]);
    case "gift": {
      const [phase] = call.args;
      return subject(`Minted in ${phaseTitle(phase)}`, "AllPhases", [phase], (value) =>
        String((value as readonly bigint[])[2]),
      );
    }
    case "setBaseURI": {
      // The contract has no view that returns the base URI.
      const uri = subject(`Metadata of token ${firstToken}`, "tokenURI", [firstToken]);
      return {
        ...uri,
        formatResult: (result) => (result?.succeeded ? uri.formatResult(result) : unknownBaseURI),
      };
    }
    case "announceUpdatedMetadata": {
      const [from, to] = call.args;
      const tokens = from === to ? `token ${from}` : `tokens ${from} to ${to}`;
      const uri = subject("Metadata to reload", "tokenURI", [from]);
      return {
        ...uri,
        formatResult: (result) =>
          result?.succeeded ? `${tokens}, ${uri.formatResult(result)}` : tokens,
      };
    }
    default:
      return saleSubject(contract, call, "ETH");
  }
}

function tokenBalance(contract: Address, token: Address): CallSubject {
  const functionName = "balanceOf";
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [contract] });
  return {
    subject: `The collection's balance of token ${token}`,
    view: viewCall(token, data),
    formatResult(result) {
      if (!result?.succeeded || result.data.length !== 66) return "not a token";
      const units = decodeFunctionResult({ abi: erc20Abi, functionName, data: result.data });
      return `${units} of the token's smallest units`;
    },
  };
}
