import { concat, encodeFunctionData, type Hex, serializeErc6492Signature } from "viem";
import { WalletFactory__factory } from "#chain/factories/mocks/WalletFactory__factory";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { SignedRevision } from "#protocol/responses";
import { createRevisionChain } from "../../../web/src/narrative/proof/checkRevision.ts";
import { account, type Fixture } from "./apiFixture.ts";

const revisionOwner = account(2);
const revisionText = "The dust remembers.";
const keepers = [account(4), account(5)] as const;
const keeperAddresses = [keepers[0].address, keepers[1].address] as const;

/** A signed revision's author and signature. */
export interface Signed {
  drifterId: string;
  author: Hex;
  signature: Hex;
}

/** Creates signed revisions on a fixture's chain, each for a new drifter. */
export async function createRevisionMaker({ chain, contract: deployed, giveDrifter }: Fixture) {
  const factory = await chain.ethers.deployContract("WalletFactory");
  // Safety here and below: ethers' addresses always begin with 0x.
  const contract = (await deployed.getAddress()) as Hex;
  const factoryAddress = (await factory.getAddress()) as Hex;
  const giver = await chain.ethers.getSigner(revisionOwner.address);

  const giveTo = async (author: Hex) => {
    const drifterId = await giveDrifter(revisionOwner.address);
    // The wallets of these tests reject safe transfers.
    await deployed.connect(giver).transferFrom(revisionOwner.address, author, drifterId);
    return { author, drifterId };
  };

  return {
    collection: { chainId: chain.chainId, contract },

    /** A drifter of `revisionOwner`, signed for by one key. */
    async signedByKey(signer = revisionOwner): Promise<Signed> {
      const given = await giveTo(revisionOwner.address);
      const message = narrativeMessage(given.drifterId, revisionText);
      return { ...given, signature: await signer.signMessage({ message }) };
    },

    /** A drifter of a `SigningWallet`, signed for by its two keepers. */
    async signedByWallet(author: Hex, text = revisionText): Promise<Signed> {
      const given = await giveTo(author);
      const message = narrativeMessage(given.drifterId, text);
      const signatures = keepers.map((keeper) => keeper.signMessage({ message }));
      return { ...given, signature: concat(await Promise.all(signatures)) };
    },

    /** Address of a new `SigningWallet`. */
    async deployWallet(prepare: (wallet: SigningWallet) => Promise<unknown> = async () => {}) {
      const wallet = await chain.ethers.deployContract("SigningWallet", [...keeperAddresses]);
      await prepare(wallet);
      return (await wallet.getAddress()) as Hex;
    },

    /** Where the factory would deploy the keepers' wallet. */
    futureWallet: async () => (await factory.addressOf(...keeperAddresses)) as Hex,

    /** The same, with the signature wrapped in the factory's call (ERC-6492). */
    wrapped(
      { signature, ...signed }: Signed,
      data = encodeFunctionData({
        abi: WalletFactory__factory.abi,
        functionName: "make",
        args: keeperAddresses,
      }),
    ): Signed {
      const wrapper = { address: factoryAddress, data, signature };
      return { ...signed, signature: serializeErc6492Signature(wrapper) };
    },

    /** The signed revision of the newest block. */
    async signedRevisionOf(signed: Signed): Promise<SignedRevision> {
      return {
        ...signed,
        narrative: revisionText,
        signedMessage: narrativeMessage(signed.drifterId, revisionText),
        savedAt: "2026-05-04T10:00:00.000Z",
        blockNumber: await chain.ethers.provider.getBlockNumber(),
        chainId: chain.chainId,
        contract,
        revision: 1,
      };
    },

    /** The page's chain, read through an RPC endpoint. */
    pageChain: (url: string) => createRevisionChain({ chainId: chain.chainId, contract }, url),
  };
}

export type RevisionMaker = Awaited<ReturnType<typeof createRevisionMaker>>;
