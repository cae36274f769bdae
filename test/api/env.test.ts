import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { environmentVariables, readSettings, SettingsError } from "../../api/src/env.ts";

describe("readSettings", () => {
  it("is about the local world when the environment says nothing", () => {
    const { port, host, rpcUrl, publicRpcUrl, chainId, contractAddress } = readSettings({});
    expect({ port, host, rpcUrl, publicRpcUrl, chainId, contractAddress }).to.deep.equal({
      port: 3000,
      host: "127.0.0.1",
      rpcUrl: "http://127.0.0.1:8545",
      publicRpcUrl: "http://127.0.0.1:8545",
      chainId: 31_337,
      contractAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    });
  });

  it("reads every variable", () => {
    const settings = readSettings({
      PORT: "8080",
      HOST: "0.0.0.0",
      RPC_URL: "http://node:8545",
      PUBLIC_RPC_URL: "https://rpc.example/v1",
      CHAIN_ID: "1",
      CONTRACT_ADDRESS: "0x5fbdb2315678afecb367f032d93f642f64180aa3",
      DATA_DIR: "stories",
      COLLECTION_DIR: "/srv/collection",
      WALLETCONNECT_PROJECT_ID: "abc",
      TRUST_PROXY: "1",
      MAX_NARRATIVE_BYTES: "2048",
      LOG_LEVEL: "warn",
    });
    expect(settings).to.include({
      port: 8080,
      host: "0.0.0.0",
      rpcUrl: "http://node:8545",
      publicRpcUrl: "https://rpc.example/v1",
      chainId: 1,
      contractAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
      dataDir: resolve("stories"),
      collectionDir: "/srv/collection",
      walletConnectProjectId: "abc",
      trustProxyHops: 1,
      maxBodyBytes: 2048,
      logLevel: "warn",
    });
  });

  it("takes an empty variable for an absent one, as a copied .env.example has them", () => {
    expect(readSettings({ PUBLIC_RPC_URL: "", WALLETCONNECT_PROJECT_ID: " " })).to.deep.equal(
      readSettings({}),
    );
  });

  it("names every fault at once, with what was given", () => {
    const environment = {
      PORT: "http",
      CHAIN_ID: "0x7a69",
      CONTRACT_ADDRESS: "0x5FbDB2315678afecb367f032d93F642f64180AA3",
      RPC_URL: "ws://127.0.0.1:8545",
      PUBLIC_RPC_URL: "https://user:secret@rpc.example",
      TRUST_PROXY: "true",
      MAX_NARRATIVE_BYTES: "1 MiB",
      LOG_LEVEL: "loud",
    };
    const read = () => readSettings(environment);
    expect(read).to.throw(SettingsError);
    for (const name of Object.keys(environment)) {
      expect(read).to.throw(new RegExp(`^${name} must be .*\\.$`, "m"));
    }
    expect(read).to.throw('PORT must be a whole number from 0 to 65535, not "http".');
    expect(read).not.to.throw("secret");
  });
});

describe(".env.example", () => {
  it("names every variable, and what it says is what holds without it", async () => {
    const text = await readFile(join(import.meta.dirname, "../../.env.example"), "utf8");
    const assignments = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)];
    const example = Object.fromEntries(assignments.map(([, name, value]) => [name, value]));
    expect(readSettings(example)).to.deep.equal(readSettings({}));
    expect(Object.keys(example)).to.have.members(environmentVariables);
  });
});
