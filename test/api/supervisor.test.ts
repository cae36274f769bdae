import { setImmediate as settled } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import {
  type ProcessEnd,
  type ServingProcess,
  Supervisor,
} from "../../api/src/processes/supervisor.ts";

const killed: ProcessEnd = { status: null, signal: "SIGKILL" };

/** A process under a test's control. */
interface FakeProcess extends ServingProcess {
  place: number;
  listen(): void;
  stop(end: ProcessEnd): void;
  /** What it was asked. */
  asked: string[];
}

/** A supervisor of fake processes, which are ready at once unless `isReady` is false. */
function supervise(count: number, isReady = { now: true }) {
  const started: FakeProcess[] = [];
  const lines: string[] = [];
  const start = (place: number): ServingProcess => {
    const listening = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<ProcessEnd>();
    const asked: string[] = [];
    const stop = (end: ProcessEnd) => {
      ended.resolve(end);
      listening.resolve(false);
    };
    const process: FakeProcess = {
      pid: started.length + 1,
      place,
      ready: listening.promise,
      ended: ended.promise,
      end(isReplaced) {
        asked.push(isReplaced ? "replaced" : "end");
        stop({ status: 0, signal: null });
      },
      kill() {
        asked.push("kill");
        stop(killed);
      },
      listen: () => listening.resolve(true),
      stop,
      asked,
    };
    if (isReady.now) process.listen();
    started.push(process);
    return process;
  };
  const supervisor = new Supervisor({
    count,
    start,
    logger: pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }),
    pauses: { firstMilliseconds: 1, longestMilliseconds: 2, steadyMilliseconds: 60_000 },
  });
  const events = () => lines.map((line) => JSON.parse(line));
  /** Waits until so many processes have been started. */
  const untilStarted = async (wanted: number) => {
    while (started.length < wanted) await settled();
    await settled();
  };
  return { supervisor, started, events, untilStarted, isReady };
}

describe("the supervisor of processes", () => {
  it("starts the others once the first accepts connections", async () => {
    const { supervisor, started, isReady } = supervise(3, { now: false });
    const start = supervisor.start();
    await settled();
    expect(started.map(({ place }) => place)).to.deep.equal([1]);
    isReady.now = true;
    started[0]?.listen();
    expect(await start).to.equal(undefined);
    expect(started.map(({ place }) => place)).to.deep.equal([1, 2, 3]);
    expect(supervisor.running).to.equal(3);
  });

  it("reports how the first ended if it cannot start, and starts no other", async () => {
    const { supervisor, started } = supervise(3, { now: false });
    const start = supervisor.start();
    started[0]?.stop({ status: 78, signal: null });
    expect(await start).to.deep.equal({ status: 78, signal: null });
    expect(started).to.have.length(1);
  });

  it("starts a process again that ended, after a pause that doubles up to the longest", async () => {
    const { supervisor, started, events, untilStarted } = supervise(2);
    await supervisor.start();
    for (let turn = 0; turn < 3; turn += 1) {
      started.at(-1)?.stop(killed);
      await untilStarted(turn + 3);
    }
    expect(started.map(({ place }) => place)).to.deep.equal([1, 2, 2, 2, 2]);
    const level = { level: 50, msg: "a process ended and is started again", ...killed };
    expect(events().filter(({ level }) => level === 50)).to.deep.equal([
      { ...level, process: 2, inSeconds: 0.001 },
      { ...level, process: 3, inSeconds: 0.002 },
      { ...level, process: 4, inSeconds: 0.002 },
    ]);
    expect(supervisor.starts).to.deep.equal({ ended: 3, replaced: 0 });
  });

  it("replaces one after the other, each once its successor accepts connections", async () => {
    const { supervisor, started, events, untilStarted, isReady } = supervise(2);
    await supervisor.start();
    isReady.now = false;
    const replacement = supervisor.replace();
    await untilStarted(3);
    expect(started.map(({ asked }) => asked)).to.deep.equal([[], [], []]);
    isReady.now = true;
    started[2]?.listen();
    await replacement;
    expect(started.map(({ asked }) => asked)).to.deep.equal([["replaced"], ["replaced"], [], []]);
    expect(started.map(({ place }) => place)).to.deep.equal([1, 2, 1, 2]);
    expect(events().map(({ msg }) => msg)).to.deep.equal(["all processes were replaced"]);
    expect(supervisor.running).to.equal(2);
    expect(supervisor.starts).to.deep.equal({ ended: 0, replaced: 2 });
  });

  it("keeps the old processes if a new one does not start, and replaces them when asked again", async () => {
    const { supervisor, started, events, untilStarted, isReady } = supervise(2);
    await supervisor.start();
    isReady.now = false;
    const replacement = supervisor.replace();
    await untilStarted(3);
    started[2]?.stop({ status: 78, signal: null });
    await replacement;
    expect(started.map(({ asked }) => asked)).to.deep.equal([[], [], []]);
    expect(events()).to.deep.equal([
      {
        level: 50,
        process: 3,
        status: 78,
        signal: null,
        msg: "a new process did not start: the others keep running",
      },
    ]);
    isReady.now = true;
    await supervisor.replace();
    expect(supervisor.running).to.equal(2);
    expect(supervisor.starts.replaced).to.equal(2);
  });

  it("replaces all once more if it is asked during a replacement", async () => {
    const { supervisor, started } = supervise(2);
    await supervisor.start();
    await Promise.all([supervisor.replace(), supervisor.replace(), supervisor.replace()]);
    expect(started.map(({ place }) => place)).to.deep.equal([1, 2, 1, 2, 1, 2]);
    expect(supervisor.running).to.equal(2);
  });

  it("ends all, those that are starting too, and starts none again", async () => {
    const { supervisor, started, events, untilStarted, isReady } = supervise(2);
    await supervisor.start();
    isReady.now = false;
    const replacement = supervisor.replace();
    await untilStarted(3);
    await supervisor.end();
    await replacement;
    expect(started.map(({ asked }) => asked)).to.deep.equal([["end"], ["end"], ["end"]]);
    expect(events()).to.deep.equal([]);
    expect(supervisor.running).to.equal(0);
  });

  it("kills all at once", async () => {
    const { supervisor, started } = supervise(2);
    await supervisor.start();
    supervisor.kill();
    await Promise.all(started.map(({ ended }) => ended));
    expect(started.map(({ asked }) => asked)).to.deep.equal([["kill"], ["kill"]]);
    await settled();
    expect(started).to.have.length(2);
  });
});
