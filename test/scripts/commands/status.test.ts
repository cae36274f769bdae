import { expect } from "chai";
import { runStatus } from "../../../scripts/commands/status/runStatus.ts";
import { type Api, account, signedSave } from "../../support/api/apiFixture.ts";
import { revertAfterEach } from "../../support/api/borrowedChain.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { issue, startMintApi, use, useMintFixture } from "../../support/api/mintFixture.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";

const ada = account(2);

describe("npm run status", () => {
  const fixture = useMintFixture();
  const node = useFaultyRpc(fixture);
  revertAfterEach(fixture);
  let api: Api;
  let timestamp: bigint;
  beforeEach(async () => {
    const settings = { readinessLifeMilliseconds: 0, blockLifeMilliseconds: 0, metricsPort: 0 };
    api = await startMintApi(fixture, { rpcUrls: [node.url], ...settings });
    timestamp = BigInt((await fixture.chain.ethers.provider.getBlock("latest"))?.timestamp ?? 0);
  });
  afterEach(() => api.close());

  const status = async (...args: string[]) => {
    const environment = {
      RPC_URL: fixture.chain.url,
      CONTRACT_ADDRESS: await fixture.contract.getAddress(),
    };
    return runInProcess((output) => runStatus(args, environment, output, timestamp + 61n));
  };

  it("shows the chain's, the service's and the metrics' values, and exits with 0", async () => {
    await use(fixture, await issue(api, ada.address, 2));
    await api.save(await signedSave(ada, "1", "A tale."));
    const { status: code, stdout } = await status(api.url, "--metrics", api.metricsUrl ?? "");
    expect(stdout).to.match(/^Minting +on$/m);
    expect(stdout).to.match(/^Minted +2 of \d+$/m);
    expect(stdout).to.match(/^Service +http\S+, ready$/m);
    expect(stdout).to.match(/^Parts +chain ok, contract ok, store ok$/m);
    expect(stdout).to.match(/^Stories +1 signed revision of 1 token, the latest saved at 2\S+Z$/m);
    expect(stdout).to.match(/^Income +\S+ ETH; tokens were minted to 1 wallet$/m);
    expect(stdout).to.match(/^Requests +1 mint authorizations issued since 2\S+Z$/m);
    expect(stdout).to.match(/^Saves +1 accepted$/m);
    expect(stdout).to.match(/^Hidden +0 stories$/m);
    expect(stdout).to.match(/\n✔ All is well\.\n$/);
    expect(code).to.equal(0);
    const { stdout: json } = await status(api.url, "--json");
    expect(JSON.parse(json)).to.deep.include({ findings: [] });
    expect(JSON.parse(json).chain.sale.totalSupply).to.equal("2");
  });

  it("names what needs attention last, and exits with 1", async () => {
    await fixture.contract.adjustSigner(ada.address);
    const mismatch = await status(api.url);
    expect(mismatch.stdout).to.match(/\n✘ MINT_SIGNER_KEY is not the collection's signer: .+\n$/);
    expect(mismatch.status).to.equal(1);
    node.behave(faults.dropsTheConnection());
    const { stdout } = await status(api.url);
    expect(stdout).to.include("✘ The service's chain is failed");
    expect(stdout).to.match(/^Minting +on$/m);
  });

  it("reports a latest block older than --max-age, by default never on a local chain", async () => {
    expect((await status("--max-age", "61")).status).to.equal(0);
    expect((await status()).status).to.equal(0);
    const { status: code, stdout } = await status("--max-age", "60");
    expect(stdout).to.include("✘ The latest block is 61 s old.");
    expect(code).to.equal(1);
  });

  it("shows the rest when the service, the metrics or the chain does not respond", async () => {
    const unused = "http://127.0.0.1:9";
    const noService = await status(unused, "--metrics", api.url);
    expect(noService.stdout).to.include(`✘ ${unused}/readyz does not respond`);
    expect(noService.stdout).to.include(`✘ ${api.url} does not serve the service's metrics.`);
    expect(noService.stdout).to.match(/^Minting +on$/m);
    const noChain = await status(api.url, "--rpc", unused);
    expect(noChain.stdout)
      .to.include("✘ Can't read the chain")
      .and.match(/^Service +\S+, ready$/m);
    expect(noChain.status).to.equal(1);
  });

  it("rejects wrong arguments with 2", async () => {
    for (const args of [["ftp://x"], ["a", "b"], ["--max-age", "1m"], ["--metrics", "x"]]) {
      expect((await status(...args)).status, args.join(" ")).to.equal(2);
    }
  });
});
