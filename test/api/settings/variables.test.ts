import { writeFile } from "node:fs/promises";
import { expect } from "chai";
import { loadSettings } from "../../../api/src/settings/settings.ts";
import { variableNames, variables } from "../../../api/src/settings/variables.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { settingErrors } from "./settingErrors.ts";

describe("environment variable", () => {
  for (const [name, good, bad] of [
    [
      "RPC_URL",
      ["http://a", "https://a/b?c", "http://a, https://b"],
      [
        "ws://a",
        "xhttp://a",
        "httpsx://a",
        "http://u@a",
        "http://a,",
        "http://a,http://a",
        "http://a,ws://b",
      ],
    ],
    ["PUBLIC_RPC_URL", ["https://a"], ["https://:p@a", "a.example", "ftp://a"]],
    [
      "PUBLIC_URL",
      ["https://a", "http://a:8080/"],
      ["https://a/b", "https://a/?b", "https://a/#b", "a"],
    ],
    [
      "WALLETCONNECT_RELAY_URL",
      ["ws://a", "wss://a/b"],
      ["http://a", "xws://a", "wssx://a", "ws://u:p@a"],
    ],
    ["WALLETCONNECT_PROJECT_ID", ["a-b_1"], ["a b", "a/", "é"]],
    [
      "DATABASE_URL",
      ["postgres://a/b", "postgresql://u:p@a/b"],
      ["xpostgres://a", "postgresqlx://a", "a"],
    ],
    [
      "COLLECTION_ORIGIN",
      ["https://a/", "http://a:8080/key/ipfs/b"],
      ["https://a/ipfs/?k", "ipfs://a/ipfs/", "https://u@a/ipfs/"],
    ],
    ["REVEAL", ["minted", "all"], ["none", "ALL"]],
    [
      "ENS_RESOLVER",
      ["off", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
      ["on", "0x12", "0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
    ],
    ["LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], ["INFO", "x"]],
  ] as const) {
    it(`accepts only the documented forms of ${name}`, () => {
      for (const value of good) expect(settingErrors({ [name]: value }), value).to.deep.equal([]);
      for (const value of bad) expect(settingErrors({ [name]: value }), value).not.to.be.empty;
    });
  }

  it("prints its value in an error only if it cannot contain a secret", () => {
    const shown = variableNames.filter((name) =>
      settingErrors({ [name]: "a wrong text" })
        .join()
        .includes('not "a wrong text"'),
    );
    expect(shown).to.deep.equal([
      "HOST",
      "PORT",
      "CHAIN_ID",
      "ENS_RESOLVER",
      "SOURCE_URL",
      "EPUB_URL",
      "CONTRACT_ADDRESS",
      "READ_CACHE_MB",
      "REVEAL",
      "WALLETCONNECT_PROJECT_ID",
      "TRUST_PROXY",
      "MAX_NARRATIVE_BYTES",
      "SAVES_PER_MINUTE",
      "SAVES_PER_TOKEN_PER_MINUTE",
      "MINT_CONFIRMATIONS",
      "AUTHORIZATIONS_PER_MINUTE",
      "OWNER_READS_PER_MINUTE",
      "METRICS_PORT",
      "DRAIN_SECONDS",
      "SHUTDOWN_SECONDS",
      "LOG_LEVEL",
    ]);
    const secret = variableNames.filter((name) => "secret" in variables[name]);
    expect(secret).to.deep.equal([
      "RPC_URL",
      "PUBLIC_RPC_URL",
      "PUBLIC_URL",
      "DATABASE_URL",
      "COLLECTION_ORIGIN",
      "WALLETCONNECT_RELAY_URL",
      "WALLETCONNECT_DIRECTORY_URL",
      "WALLETCONNECT_IDENTITY_URL",
      "MINT_SIGNER_KEY",
    ]);
  });
});

describe(".env", () => {
  const [home, environment] = [process.cwd(), { ...process.env }];
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
    for (const name of Object.keys(process.env)) {
      if (!(name in environment)) delete process.env[name];
    }
  });

  for (const mark of ["", "\uFEFF"]) {
    it(`sets variables, and is searched for unknown ones${mark && ", after a byte order mark"}`, async () => {
      process.env.PORT = "4000";
      await writeFile(".env", `${mark}SAVES_PER_MINUTE=7\nTEST_COLOUR=red\nPORT=5000\n`);
      const { savesPerMinute, unknownVariables, port } = loadSettings();
      expect({ savesPerMinute, unknownVariables, port }).to.deep.equal({
        savesPerMinute: 7,
        unknownVariables: ["Unknown variable TEST_COLOUR."],
        // Environment variables take precedence over `.env`.
        port: 4_000,
      });
    });
  }
});
