import { expect } from "chai";
import { pino } from "pino";
import { getAddress } from "viem";
import { createChain } from "../../api/src/chain.ts";
import { compareWithChain } from "../../api/src/mint/compareWithChain.ts";
import { FolderAuthorizations } from "../../api/src/mint/folderAuthorizations.ts";
import { NumberGuard } from "../../api/src/mint/numberGuard.ts";
import type { MintPolicy } from "../../api/src/mint/policy.ts";
import { createSignerReport } from "../../api/src/mint/signerReport.ts";
import { ApiError } from "../../api/src/problem.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { policy, useMintFixture } from "./mintFixture.ts";

describe("the start of a service that signs mint authorisations", () => {
  const fixture = useMintFixture();

  interface Start {
    signer?: ReturnType<typeof account>;
    policy?: MintPolicy;
    rpcUrl?: string;
    numbers?: NumberGuard;
    times?: number;
  }
  /** The logged lines. */
  const logged = async (start: Start = {}) => {
    const mint = { signer: account(1), policy, ...start };
    const lines: string[] = [];
    const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
    const chain = createChain({
      rpcUrls: [start.rpcUrl ?? fixture.chain.url],
      blockMilliseconds: 0,
      chainId: 31_337,
      contractAddress: getAddress(await fixture.contract.getAddress()),
      chainTimeoutMilliseconds: 10_000,
    });
    const onSignerKnown = createSignerReport(logger, mint);
    for (let time = 0; time < (start.times ?? 1); time += 1) {
      const { numbers } = start;
      await compareWithChain({ chain, mint, numbers, onSignerKnown, logger });
    }
    return lines.map((line) => JSON.parse(line));
  };

  it("logs nothing when key and policy match the collection", async () => {
    expect(await logged()).to.deep.equal([]);
  });

  it("logs once that the key is not the collection's signer, with the signer's address", async () => {
    expect(await logged({ signer: account(9), times: 2 })).to.deep.equal([
      {
        level: 50,
        ours: account(9).address,
        signer: account(1).address,
        msg: "MINT_SIGNER_KEY is not the collection's signer",
      },
    ]);
  });

  it("logs the phases of the policy that the collection does not have", async () => {
    const misspelt: MintPolicy = new Map([
      ["ember", { kind: "open", perWallet: 1 }],
      ...policy,
      ["Dawn", { kind: "open", perWallet: 1 }],
    ]);
    const [line, ...more] = await logged({ policy: misspelt });
    expect(line).to.deep.include({ level: 40, phases: ["ember", "Dawn"] });
    expect(line.msg).to.match(/^MINT_POLICY names phases that the collection does not have/);
    expect(more).to.deep.equal([]);
  });

  it("logs that the record of authorisations is older than the chain", async () => {
    const { contract, chain } = fixture;
    const args = { contract: getAddress(await contract.getAddress()), chainId: 31_337 };
    const store = await FolderAuthorizations.open(await temporaryFolder());
    const numbers = new NumberGuard({
      chain: { isTransactionUsed: async (id) => id === "3" },
      store,
      owner: args,
      signer: account(1).address,
    });
    const [line, ...more] = await logged({ numbers, rpcUrl: chain.url });
    expect(line.level).to.equal(50);
    expect(line.msg).to.match(/^the record of mint authorisations is older than the chain/);
    expect(more).to.deep.equal([]);
    await store.close();
  });

  it("logs nothing when the chain fails during the check of the record, and rethrows a bug", async () => {
    const withFault = (fault: Error) => ({
      // Safety: all that is used.
      numbers: { assertCurrent: () => Promise.reject(fault) } as unknown as NumberGuard,
    });
    expect(await logged(withFault(new ApiError("chain.unavailable")))).to.deep.equal([]);
    const bug = new Error("a bug");
    expect(await logged(withFault(bug)).catch((error) => error)).to.equal(bug);
  });

  it("logs nothing while the network is unreachable, whatever the key", async () => {
    expect(await logged({ signer: account(9), rpcUrl: "http://127.0.0.1:1" })).to.deep.equal([]);
  });
});
