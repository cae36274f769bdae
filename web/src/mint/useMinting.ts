import { useState } from "react";
import { type Address, isAddressEqual } from "viem";
import { encodeMint } from "#protocol/sale/mintTrial";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import { mintArguments, type SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { runtimeConfig } from "../env.ts";
import { isUnderWay } from "../transactions/transactionState.ts";
import { useTransaction } from "../transactions/useTransaction.ts";
import { requestAuthorization } from "./authorizationApi.ts";
import { type AuthorizationFailure, describeAuthorizationFailure } from "./authorizationFailure.ts";

/** Who would mint how many, of what is sold now. */
interface Wish {
  minter: Address;
  qty: number;
  sale: SaleFacts;
}

/** A mint from the wish to the drifters: authorisation, the contract's check, the wallet, the block. */
export function useMinting() {
  const { state, send, forget } = useTransaction("mint");
  const [isAuthorizing, setIsAuthorizing] = useState(false);
  const [failure, setFailure] = useState<AuthorizationFailure>();
  const [pasted, setPasted] = useState<SignedMintAuthorization>();
  const [issued, setIssued] = useState<SignedMintAuthorization>();

  /** The authorisation that there is for a wish. One that was pasted is used whether it fits or not. */
  function authorizationFor({ minter, qty, sale }: Wish): SignedMintAuthorization | undefined {
    if (pasted !== undefined || issued === undefined || state.step === "confirmed") return pasted;
    const isFor =
      isAddressEqual(issued.minter, minter) &&
      issued.qty === String(qty) &&
      issued.phase === sale.phase.name;
    return isFor ? issued : undefined;
  }

  // The service gives the same one until it is used, so it is asked each time: another tab may have used it.
  async function authorize({ minter, qty }: Wish): Promise<SignedMintAuthorization | undefined> {
    setIsAuthorizing(true);
    try {
      const signed = await requestAuthorization(minter, qty);
      setIssued(signed);
      return signed;
    } catch (error) {
      setFailure(describeAuthorizationFailure(error));
      return undefined;
    } finally {
      setIsAuthorizing(false);
    }
  }

  async function mint(wish: Wish): Promise<void> {
    setFailure(undefined);
    forget();
    const signed = pasted ?? (await authorize(wish));
    if (signed === undefined) return;
    await send(wish.minter, {
      to: runtimeConfig().contractAddress,
      data: encodeMint(mintArguments(signed)),
      value: BigInt(wish.qty) * wish.sale.price,
    });
  }

  function startOver(): void {
    setFailure(undefined);
    setPasted(undefined);
    setIssued(undefined);
    forget();
  }

  return {
    state,
    isAuthorizing,
    failure,
    pasted,
    isBusy: isAuthorizing || isUnderWay(state),
    authorizationFor,
    paste(signed: SignedMintAuthorization | undefined) {
      setPasted(signed);
      setFailure(undefined);
    },
    mint,
    startOver,
  };
}

export type Minting = ReturnType<typeof useMinting>;
