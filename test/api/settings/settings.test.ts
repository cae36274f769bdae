import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { expect } from "chai";
import { limits } from "../../../api/src/settings/limits.ts";
import { readSettings, SettingsError } from "../../../api/src/settings/settings.ts";
import { serve } from "../../support/api/serve.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { settingErrors } from "./settingErrors.ts";

const deployedAddress = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";

describe("readSettings", () => {
  it("defaults to the local world", () => {
    const settings = readSettings({ DEPLOYMENTS_DIR: "/nowhere" });
    expect([settings.chainTimeoutMilliseconds, settings.saveLimits.waitMilliseconds]).to.deep.equal(
      [120_000, 120_000],
    );
    const { port, host, rpcUrls, publicRpcUrl, chainId, contract } = settings;
    expect({ port, host, rpcUrls, publicRpcUrl, chainId, contract }).to.deep.equal({
      port: 3000,
      host: "127.0.0.1",
      rpcUrls: ["http://127.0.0.1:8545"],
      publicRpcUrl: "http://127.0.0.1:8545",
      chainId: 31_337,
      contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    });
  });

  it("reads each setting from its own variable, in its unit", () => {
    const rows: [variable: string, text: string, setting: string, value: unknown][] = [
      ["HOST", "::1", "host", "::1"],
      ["PORT", "8080", "port", 8_080],
      [
        "RPC_URL",
        "https://a.example, https://b.example",
        "rpcUrls",
        ["https://a.example", "https://b.example"],
      ],
      ["PUBLIC_RPC_URL", "https://c.example", "publicRpcUrl", "https://c.example"],
      ["CHAIN_ID", "10", "chainId", 10],
      ["PUBLIC_URL", "https://site.example/", "publicUrl", "https://site.example"],
      ["DATABASE_URL", "postgres://a/b", "databaseUrl", "postgres://a/b"],
      ["READ_CACHE_MB", "3", "readCacheBytes", 3 * 2 ** 20],
      ["TRUST_PROXY", "2", "trustProxyHops", 2],
      ["MAX_NARRATIVE_BYTES", "5000", "maxBodyBytes", 5_000],
      ["SAVES_PER_MINUTE", "11", "savesPerMinute", 11],
      ["SAVES_PER_TOKEN_PER_MINUTE", "12", "savesPerTokenPerMinute", 12],
      ["AUTHORIZATIONS_PER_MINUTE", "13", "authorizationsPerMinute", 13],
      ["OWNER_READS_PER_MINUTE", "14", "ownerReadsPerMinute", 14],
      ["MINT_CONFIRMATIONS", "15", "mintConfirmations", 15],
      ["METRICS_PORT", "9090", "metricsPort", 9_090],
      ["DRAIN_SECONDS", "16", "drainMilliseconds", 16_000],
      ["SHUTDOWN_SECONDS", "17", "shutdownMilliseconds", 17_000],
      ["REVEAL", "all", "reveal", "all"],
      ["ENS_RESOLVER", "off", "ensResolver", "off"],
      ["LOG_LEVEL", "warn", "logLevel", "warn"],
      ["SOURCE_URL", "https://d.example", "sourceUrl", "https://d.example"],
      ["EPUB_URL", "https://d.example/a.epub", "epubUrl", "https://d.example/a.epub"],
    ];
    const environment = Object.fromEntries(rows.map(([name, text]) => [name, text]));
    const settings = readSettings({ ...environment, CONTRACT_ADDRESS: deployedAddress });
    const expected = Object.fromEntries(rows.map(([, , setting, value]) => [setting, value]));
    expect(settings).to.deep.include({ ...limits, ...expected, contract: deployedAddress });
    // The defaults apply without these variables.
    const publicChain = { CHAIN_ID: "10", RPC_URL: "https://a.example, https://b.example" };
    const fewer = readSettings({ ...publicChain, CONTRACT_ADDRESS: deployedAddress });
    expect(fewer).to.include({ mintConfirmations: 12, publicRpcUrl: "https://a.example" });
  });

  it("uses WalletConnect's own servers only with a project ID", () => {
    const { walletConnect } = readSettings({ WALLETCONNECT_PROJECT_ID: "abc" });
    expect(walletConnect).to.deep.equal({
      projectId: "abc",
      relayUrl: "wss://relay.walletconnect.org",
      directoryUrl: "https://explorer-api.walletconnect.com",
      identityUrl: "https://rpc.walletconnect.org",
    });
    const withoutId = readSettings({ WALLETCONNECT_RELAY_URL: "wss://relay.example" });
    expect(withoutId.walletConnect).to.equal(undefined);
  });

  it("accepts either a folder or a URL for the collection, not both", () => {
    const COLLECTION_ORIGIN = "https://gateway.example/ipfs/Qm7";
    expect(readSettings({ COLLECTION_ORIGIN, COLLECTION_DIR: " " })).to.include({
      collectionOrigin: "https://gateway.example/ipfs/Qm7/",
    });
    expect(settingErrors({ COLLECTION_ORIGIN, COLLECTION_DIR: "a", REVEAL: "all" })).to.deep.equal([
      "COLLECTION_DIR and COLLECTION_ORIGIN are both set: clear the one that is not used.",
      "REVEAL=all requires COLLECTION_DIR: only a folder lists all tokens.",
    ]);
  });

  describe("default CONTRACT_ADDRESS", () => {
    const deploymentsWith = async (content: string) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, "10.json"), content);
      return folder;
    };
    const record = JSON.stringify({ chainId: 10, address: deployedAddress, deployer: "somebody" });

    it("is the chain's recorded deployment", async () => {
      const folder = await deploymentsWith(record);
      const other = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
      const environment = { CHAIN_ID: "10", DEPLOYMENTS_DIR: folder };
      expect(readSettings(environment).contract).to.equal(deployedAddress);
      expect(readSettings({ ...environment, CONTRACT_ADDRESS: other }).contract).to.equal(other);
    });

    it("rejects a chain without a recorded deployment", async () => {
      const folder = await deploymentsWith(record);
      const read = () => readSettings({ CHAIN_ID: "11", DEPLOYMENTS_DIR: folder });
      expect(read).to.throw(
        SettingsError,
        /^CONTRACT_ADDRESS must be set: .* chain 11\. Set CHAIN_ID if you mean another chain/,
      );
    });

    it("distinguishes an unreadable or a different chain's record from a missing record", async () => {
      const other = await deploymentsWith(record.replace("10", "11"));
      expect(() => readSettings({ CHAIN_ID: "10", DEPLOYMENTS_DIR: other })).to.throw(
        SettingsError,
        `${other}/10.json is not a deployment on chain 10 (its chainId is 11). Restore it, or set CONTRACT_ADDRESS.`,
      );
      const folder = await temporaryFolder();
      await mkdir(join(folder, "10.json"));
      const read = () => readSettings({ CHAIN_ID: "10", DEPLOYMENTS_DIR: folder });
      expect(read).to.throw("EISDIR");
    });
  });

  it("reports every error at once, with the invalid value", () => {
    const environment = {
      HOST: "a b",
      PORT: "http",
      PUBLIC_URL: "site.example",
      CHAIN_ID: "0x7a69",
      CONTRACT_ADDRESS: "0x5FbDB2315678afecb367f032d93F642f64180AA3",
      PUBLIC_RPC_URL: "https://user:secret@rpc.example",
      DATABASE_URL: "mysql://drifter:secret@localhost/stories",
      WALLETCONNECT_DIRECTORY_URL: "https://directory.example/w3m/v1",
      WALLETCONNECT_IDENTITY_URL: "identity.example",
      SAVES_PER_MINUTE: "0",
      DRAIN_SECONDS: "1.5",
      SHUTDOWN_SECONDS: "0",
    };
    const read = () => readSettings(environment);
    expect(read)
      .to.throw(SettingsError)
      .property("message")
      .satisfies((message: string) => {
        expect(message.match(/^\w+(?= must be .*\.$)/gm)).to.have.members(Object.keys(environment));
        return true;
      });
    expect(read).to.throw('PORT must be a whole number from 0 to 65535, not "http".');
    expect(read).not.to.throw("secret");
  });
});

describe("readSettings errors", () => {
  it("reports a missing contract and a missing sale file together with invalid values", () => {
    const environment = {
      PORT: "http",
      CHAIN_ID: "10",
      DEPLOYMENTS_DIR: "/nowhere",
      MINT_SIGNER_KEY: `0x${"5".repeat(64)}`,
    };
    const names = settingErrors(environment).map((line) => line.split(" ")[0]);
    expect(names).to.deep.equal(["PORT", "CONTRACT_ADDRESS", "SALE_FILE"]);
  });
});

describe(".env.example", () => {
  it("equals the output of npm run serve -- --example, with every variable and its default", async () => {
    const file = await readFile(join(import.meta.dirname, "../../../.env.example"), "utf8");
    using server = await serve({}, ["--example"]);
    if (file !== (await text(server.stdout))) {
      expect.fail(".env.example is stale: npm run --silent serve -- --example > .env.example");
    }
    expect(readSettings(parseEnv(file))).to.deep.equal(readSettings({}));
  });
});

describe("misspelled variable", () => {
  it("is compared with the known variables in order, up to two edits away", () => {
    const suggestions = [
      "SAVES_PER_MINUT",
      "SAVES_PER_MIN",
      "EDITOR_KEY",
      "RPC_URI",
      "METRICSPORT",
    ];
    const environment = Object.fromEntries(suggestions.map((name) => [name, "1"]));
    expect(readSettings(environment).unknownVariables).to.deep.equal([
      "Unknown variable SAVES_PER_MINUT. Did you mean SAVES_PER_MINUTE?",
      "Unknown variable RPC_URI. Did you mean RPC_URL?",
    ]);
    // Two edits away from both PUBLIC_RPC_URL and PUBLIC_URL.
    expect(readSettings({ PUBLIC_R_URL: "1" }).unknownVariables).to.deep.equal([
      "Unknown variable PUBLIC_R_URL. Did you mean PUBLIC_RPC_URL?",
    ]);
  });

  it("reports every unknown name in .env, but in the environment only likely misspellings", () => {
    const environment = { COLOUR: "red", EDITOR: "vi" };
    expect(readSettings(environment, ["COLOUR"]).unknownVariables).to.deep.equal([
      "Unknown variable COLOUR.",
    ]);
  });
});
