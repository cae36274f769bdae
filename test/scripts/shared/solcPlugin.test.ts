import { expect } from "chai";
import type { CompilerInput } from "hardhat/types/solidity";
import solc from "solc";
import { solcPath } from "../../../scripts/shared/hardhat/solc.ts";
import { solcPlugin } from "../../../scripts/shared/hardhat/solcPlugin.ts";

/** Compiles with the plugin a source with syntax trees and code. */
async function compile(content: string, compilerPath = solcPath) {
  const input: CompilerInput = {
    language: "Solidity",
    sources: { "Counter.sol": { content } },
    settings: {
      optimizer: { enabled: true },
      outputSelection: { "*": { "": ["ast"], "*": ["abi", "metadata", "evm.bytecode.object"] } },
    },
  };
  const handlers = await (await solcPlugin.hookHandlers?.solidity?.())?.default();
  const output = await handlers?.invokeSolc?.(
    {} as never,
    { compilerPath } as never,
    input,
    {} as never,
    async () => ({ sources: {} }),
  );
  return { output, expected: JSON.parse(solc.compile(JSON.stringify(input))) };
}

const contract = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract Counter {";

describe("solcPlugin", () => {
  it("generates in two threads what solc generates at once", async () => {
    const { output, expected } = await compile(`${contract} uint256 public count = 7; }`);
    expect(output).to.deep.equal(expected);
    expect(output?.sources["Counter.sol"]).to.include.keys("id", "ast");
  });

  it("reports the errors of contracts that do not compile once", async () => {
    const { output, expected } = await compile(`${contract} uint256 public count = "7"; }`);
    expect(output?.errors).to.have.lengthOf(1).and.deep.equal(expected.errors);
  });

  it("leaves a different compiler to Hardhat", async () => {
    const { output } = await compile(`${contract} }`, "/compilers/solc-0.8.30");
    expect(output).to.deep.equal({ sources: {} });
  });
});
