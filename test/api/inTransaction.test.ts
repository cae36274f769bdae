import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { inTransaction } from "../../api/src/database/inTransaction.ts";

describe("inTransaction", () => {
  /** Runs `work` on a client whose queries end later, and records every step. */
  const run = async (work: () => Promise<string>, failing: readonly string[] = []) => {
    const steps: string[] = [];
    const query = async (text: string) => {
      steps.push(text);
      await setImmediate();
      steps.push(`${text} ended`);
      if (failing.includes(text)) throw new Error(`${text} failed`);
    };
    const result = await inTransaction({ query: query as never }, () => {
      steps.push("work");
      return work();
    }).catch((error) => error);
    return { steps, result: result instanceof Error ? result.message : result };
  };
  const succeed = async () => "result";
  const fail = () => Promise.reject(new Error("work failed"));
  const begun = ["begin", "begin ended"];
  const rolledBack = ["rollback", "rollback ended"];

  it("commits the work before it returns the result", async () => {
    expect(await run(succeed)).to.deep.equal({
      steps: [...begun, "work", "commit", "commit ended"],
      result: "result",
    });
  });

  it("rolls back and throws the error when the work fails, even if the rollback fails too", async () => {
    for (const failing of [[], ["rollback"]]) {
      expect(await run(fail, failing)).to.deep.equal({
        steps: [...begun, "work", ...rolledBack],
        result: "work failed",
      });
    }
  });

  it("rolls back when the commit fails", async () => {
    const { steps, result } = await run(succeed, ["commit"]);
    expect(steps).to.deep.equal([...begun, "work", "commit", "commit ended", ...rolledBack]);
    expect(result).to.equal("commit failed");
  });

  it("does no work when it cannot begin", async () => {
    expect(await run(succeed, ["begin"])).to.deep.equal({ steps: begun, result: "begin failed" });
  });
});
