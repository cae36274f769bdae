import { parseEther } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { runManage } from "../../../scripts/cli/manage/runManage.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { connectFreshNetwork, noPrompt, runInProcess, withEnvironment } from "./commandHere.ts";
import type { ScriptOutcome } from "./runScript.ts";

/** `npm run manage` on a collection that is reset for each test. */
export interface ManageCommand {
  chain: LocalChain;
  contract: FringeDrifters;
  /** The collection's address. */
  address: string;
  accounts: Record<"owner" | "signer" | "withdrawer" | "friend", string>;
  /** Sends a request to the node. */
  send(method: string, params: unknown[]): Promise<string>;
  environment(): Record<string, string>;
  run(...args: string[]): Promise<ScriptOutcome>;
  call(...orders: string[]): Promise<ScriptOutcome>;
  /** `call --send` with the node's first account. */
  sendLocally(...args: string[]): Promise<ScriptOutcome>;
}

/**
 * Registers the hooks that deploy the collection: “First Dust”, the active phase, has 1–10, three of them minted;
 * the price is 0.08 ETH, minting is off and the balance is 0.5 ETH.
 */
export function useManageCommand(): ManageCommand {
  let beginning: string;
  const tools = { connect: connectFreshNetwork, prompt: noPrompt };
  const commands: Omit<ManageCommand, "chain" | "contract" | "address" | "accounts"> = {
    send: (method, params): Promise<string> => at.chain.ethers.provider.send(method, params),
    environment: () => ({ RPC_URL: at.chain.url, CONTRACT_ADDRESS: at.address }),
    run: (...args) => runInProcess((output) => runManage(args, at.environment(), output, tools)),
    call: (...orders) => at.run("call", ...orders),
    sendLocally: (...args) =>
      withEnvironment(at.environment(), () => at.call(...args, "--send", "--network", "localhost")),
  };
  // Safety: the hooks set the rest before a test can read it.
  const at = commands as ManageCommand;

  before(async () => {
    at.chain = await startLocalChain();
    const [owner, signer, withdrawer, friend] = await at.chain.ethers.getSigners();
    if (!owner || !signer || !withdrawer || !friend) throw new Error("There are no accounts.");
    at.accounts = {
      owner: owner.address,
      signer: signer.address,
      withdrawer: withdrawer.address,
      friend: friend.address,
    };
    const parts = ["https://drifters.example/", signer.address];
    at.contract = await at.chain.ethers.deployContract("FringeDrifters", parts, owner);
    at.address = await at.contract.getAddress();
    await at.contract.adjustPhases("First Dust", 1, 11);
    await at.contract.gift("First Dust", Array<string>(3).fill(friend.address));
    await at.contract.changePhase("First Dust");
    await at.contract.changeWithdrawer(withdrawer.address);
    const balance = `0x${parseEther("0.5").toString(16)}`;
    await at.send("hardhat_setBalance", [at.address, balance]);
  });
  beforeEach(async () => {
    beginning = await at.send("evm_snapshot", []);
  });
  afterEach(() => at.send("evm_revert", [beginning]));
  after(() => at.chain.close());
  return at;
}
