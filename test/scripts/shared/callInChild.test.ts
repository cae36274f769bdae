import { expect } from "chai";
import { callInChild } from "../../../scripts/shared/callInChild.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("test calls in child processes", () => {
  const call = (name: string) => ({ module: import.meta.resolve("./calledFunctions.ts"), name });

  it("return the function's result and report its progress, in another process", async () => {
    const reported: string[] = [];
    const onProgress = (progress: string) => reported.push(progress);
    const result = (await callInChild(call("answer"), { word: "seven", onProgress })) as object;
    expect(result).to.include({ word: "seven" }).and.not.include({ pid: process.pid });
    expect(reported).to.deep.equal(["half of seven"]);
  });

  it("throw the function's error with its message", async () => {
    const { message } = await errorOf(callInChild(call("fail"), { message: "The disk is full." }));
    expect(message).to.equal("The disk is full.");
  });

  it("throw when the process is killed", async () => {
    const { message } = await errorOf(callInChild(call("die"), {}));
    expect(message).to.equal("die ended with SIGKILL.");
  });
});
