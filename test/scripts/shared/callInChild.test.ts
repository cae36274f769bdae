import { expect } from "chai";
import { callInChild } from "../../../scripts/shared/callInChild.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("callInChild", () => {
  const call = (name: string) => ({ module: import.meta.resolve("./calledFunctions.ts"), name });

  it("returns the result and reports the progress of a function in another process", async () => {
    const reported: string[] = [];
    const onProgress = (progress: string) => reported.push(progress);
    const result = (await callInChild(call("answer"), { word: "seven", onProgress })) as object;
    expect(result).to.include({ word: "seven" }).and.not.include({ pid: process.pid });
    expect(reported).to.deep.equal(["half of seven"]);
  });

  it("returns a result and throws an error that are longer than a pipe's buffer", async () => {
    const long = "x".repeat(1_000_000);
    const { word } = (await callInChild(call("answer"), { word: long })) as { word: string };
    expect(word === long).to.equal(true);
    const { message } = await errorOf(callInChild(call("fail"), { message: long }));
    expect(message === long).to.equal(true);
  });

  it("throws the function's error with its message", async () => {
    const { message } = await errorOf(callInChild(call("fail"), { message: "The disk is full." }));
    expect(message).to.equal("The disk is full.");
  });

  it("throws when the process is killed", async () => {
    const { message } = await errorOf(callInChild(call("die"), {}));
    expect(message).to.equal("die ended with SIGKILL.");
  });
});
