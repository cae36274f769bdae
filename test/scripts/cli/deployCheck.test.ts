import { readFile, writeFile } from "node:fs/promises";
import { expect } from "chai";
import {
  checkCode,
  checkDeployment,
  encodeConstructor,
} from "../../../scripts/cli/deploy/checkDeployment.ts";
import { builtCollection } from "../../support/commands/builtCollection.ts";
import { deployBy, newDeployer, provider, sources } from "../../support/commands/deployments.ts";
import { errorOf } from "../../support/errorOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("the check of a deployment", () => {
  let deployment: ReturnType<typeof deployBy>;
  let deployed: Parameters<typeof checkCode>[0];

  before(async () => {
    deployment = deployBy(await newDeployer(), await temporaryFolder());
    const { record } = await deployment.run();
    const constructorArguments = encodeConstructor(record.parameters);
    deployed = { ...record, provider, constructorArguments };
  });
  it("rejects code of which one byte differs", async () => {
    const { creationCode } = sources.compiled;
    for (const index of [0, 1000, creationCode.length / 2 - 2]) {
      const at = 2 + 2 * index;
      const other = creationCode.slice(at, at + 2) === "00" ? "01" : "00";
      const changed = creationCode.slice(0, at) + other + creationCode.slice(at + 2);
      const error = await errorOf(
        checkCode(deployed, { ...sources.compiled, creationCode: changed }),
      );
      expect(error.message).to.equal("The creating transaction does not match the sources.");
    }
  });

  it("rejects a transaction that created another contract", async () => {
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    const error = await errorOf(checkCode({ ...deployed, address }, sources.compiled));
    expect(error.message).to.contain(`did not create the contract at ${address}.`);
  });

  describe("with changed files", () => {
    const messageAfter = async (path: string, change: (text: string) => string) => {
      const kept = await readFile(path, "utf8");
      await writeFile(path, change(kept));
      try {
        const { network, files } = deployment;
        return (await errorOf(checkDeployment(network, files, builtCollection))).message;
      } finally {
        await writeFile(path, kept);
      }
    };

    it("rejects a record with changed constructor arguments", async () => {
      const message = await messageAfter(deployment.files.recordPath, (text) =>
        text.replace(/"baseURI": ".*"/, '"baseURI": "ipfs://other/"'),
      );
      expect(message).to.match(/^The creating transaction does not match the sources/);
    });

    it("rejects sources that were changed since the deployment", async () => {
      const message = await messageAfter(deployment.files.inputPath, (text) =>
        text.replace("Solidity", "Yul"),
      );
      expect(message).to.include("was changed since the deployment");
    });
  });
});
