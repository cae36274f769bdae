import { parseEther } from "ethers";
import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { runManage, type SendTools } from "../../../scripts/commands/manage/runManage.ts";
import type { LocalChain } from "../../../scripts/world/chain/localChain.ts";
import { account } from "../api/apiFixture.ts";
import { borrowChain, revertAfterEach } from "../api/borrowedChain.ts";
import { connectFreshNetwork, noPrompt, runInProcess, withEnvironment } from "./commandHere.ts";

const [owner, signer, withdrawer, friend] = [0, 1, 2, 3].map((index) => account(index).address);

/**
 * Runs `npm run manage` on a collection that is reset for each test of the surrounding `describe`: the active phase
 * “First Dust” has IDs 1–10, three of them minted; the price is 0.08 ETH, minting is off and the balance is 0.5 ETH.
 */
export function useManageCommand() {
  const tools = { connect: connectFreshNetwork, prompt: noPrompt };
  const environment = () => ({ RPC_URL: at.chain.url, CONTRACT_ADDRESS: at.address });
  const commands = {
    accounts: { owner, signer, withdrawer, friend } as Record<Role, string>,
    /** Sends a request to the node. */
    send: (method: string, params: unknown[]) => at.chain.ethers.provider.send(method, params),
    run: (...args: string[]) => at.runWith(tools, ...args),
    runWith: (own: SendTools, ...args: string[]) =>
      runInProcess((output) => runManage(args, environment(), output, own)),
    call: (...orders: string[]) => at.run("call", ...orders),
    /** Runs `call --send` with the node's first account. */
    sendLocally: (...args: string[]) =>
      withEnvironment(environment(), () => at.call(...args, "--send", "--network", "localhost")),
  };
  // Safety: complete before the first test runs.
  const at = commands as typeof commands & {
    chain: LocalChain;
    contract: CollectionContract;
    address: string;
  };

  before(async () => {
    at.chain = await borrowChain();
    const parts = ["https://site.example/", at.accounts.signer] as const;
    at.contract = await at.chain.ethers.deployContract(collectionConfig.contract, [...parts]);
    at.address = await at.contract.getAddress();
    await at.contract.adjustPhases("First Dust", 1, 11);
    await at.contract.gift("First Dust", Array<string>(3).fill(at.accounts.friend));
    await at.contract.changePhase("First Dust");
    await at.contract.changeWithdrawer(at.accounts.withdrawer);
    const balance = `0x${parseEther("0.5").toString(16)}`;
    await at.send("hardhat_setBalance", [at.address, balance]);
  });
  revertAfterEach(at);
  after(() => at.chain.close());
  return at;
}

type Role = "owner" | "signer" | "withdrawer" | "friend";
