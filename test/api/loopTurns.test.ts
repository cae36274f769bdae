import { expect } from "chai";
import { LoopTurns } from "../../api/src/loopTurns.ts";

describe("LoopTurns", () => {
  it("lets callers proceed in order, each after other work that is ready", async () => {
    const turns = new LoopTurns();
    const steps: string[] = [];
    const note = (step: string) => () => void steps.push(step);
    const all = ["first", "second", "third"].map((step) => turns.next().then(note(step)));
    const { promise, resolve } = Promise.withResolvers<void>();
    const beside = (rounds: number) => {
      steps.push("other");
      if (rounds > 1) setImmediate(beside, rounds - 1);
      else resolve();
    };
    setImmediate(beside, 3);
    await Promise.all([...all, promise]);
    expect(steps.join(" ")).to.match(/^(other )?first other second other third( other)?$/);
  });
});
