import { expect } from "chai";
import { TaskQueue } from "../../api/src/taskQueue.ts";

describe("TaskQueue", () => {
  it("runs tasks with the same key in sequence, also after a failure, and others concurrently", async () => {
    const queue = new TaskQueue();
    const events: string[] = [];
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const run = (subject: string, name: string, outcome?: Error) =>
      queue
        .inTurn(subject, async () => {
          events.push(`${name} begins`);
          if (name === "first") await isReleased;
          if (outcome) throw outcome;
          events.push(`${name} ends`);
          return name;
        })
        .catch((error: Error) => error.message);
    const results = [run("a", "first", new Error("failed")), run("a", "second"), run("b", "other")];
    let isSettled = false;
    const settling = queue.settled().then(() => {
      isSettled = true;
    });
    expect(await results[2]).to.equal("other");
    expect(events).to.deep.equal(["first begins", "other begins", "other ends"]);
    expect(isSettled).to.equal(false);
    release();
    expect(await Promise.all(results)).to.deep.equal(["failed", "second", "other"]);
    expect(events.slice(3)).to.deep.equal(["second begins", "second ends"]);
    await settling;
    await run("a", "third");
    expect(events.at(-1)).to.equal("third ends");
  });
});
