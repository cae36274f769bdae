import { hexToBytes } from "viem";
import type { CallFrame, Step } from "./nodeTrace.ts";
import { followMemory, type StepMemory, topOf } from "./stepMemory.ts";

/** What the executed instructions tell about a trace. */
export interface StepFacts {
  /** What was hashed, by its Keccak-256 hash: the keys and slots of mappings among it. */
  preimages: ReadonlyMap<bigint, Uint8Array>;
  /** The instructions of each frame that executed code, without those of its calls. */
  stepsOf: ReadonlyMap<CallFrame, readonly Step[]>;
}

/** A frame whose code is running. */
interface Running {
  frame: CallFrame;
  /** Its calls that have not begun. */
  waiting: CallFrame[];
  memory: StepMemory;
}

/** Assigns instructions to the frames of a call tree, and collects what they hashed. */
export function readSteps(frame: CallFrame, steps: readonly Step[]): StepFacts {
  const preimages = new Map<bigint, Uint8Array>();
  const stepsOf = new Map<CallFrame, Step[]>();
  const running: Running[] = [run(frame)];
  steps.forEach((step, index) => {
    running.length = Math.min(running.length, step.depth);
    const current = running.at(-1);
    if (current === undefined) return;
    const own = stepsOf.get(current.frame) ?? [];
    stepsOf.set(current.frame, own);
    own.push(step);
    const stack = step.stack ?? [];
    const next = steps[index + 1];
    current.memory.apply(step.op, stack);
    if (step.op === "KECCAK256" || step.op === "SHA3") {
      const [offset = 0n, length = 0n] = topOf(stack, 2);
      const [hash] = topOf(next?.stack ?? [], 1);
      const hashed = current.memory.read(offset, length);
      if (hash !== undefined && hashed !== undefined) preimages.set(hash, hashed);
    }
    const begun = takeCall(current, step.op, stack);
    if (begun && next !== undefined && next.depth > step.depth) running.push(run(begun));
  });
  return { preimages, stepsOf };
}

function run(frame: CallFrame): Running {
  const isCreation = frame.type.startsWith("CREATE");
  const input = isCreation ? new Uint8Array() : hexToBytes(frame.input);
  return { frame, waiting: [...(frame.calls ?? [])], memory: followMemory(input) };
}

/** Takes the frame that a call instruction begins; nodes may leave calls of precompiles out. */
function takeCall({ waiting }: Running, op: string, stack: readonly string[]) {
  const [next] = waiting;
  if (next === undefined) return undefined;
  if (op === "CREATE" || op === "CREATE2") return next.type === op ? waiting.shift() : undefined;
  if (!/^(CALL|CALLCODE|DELEGATECALL|STATICCALL)$/.test(op)) return undefined;
  const [, address = 0n] = topOf(stack, 2);
  const callee = address & (2n ** 160n - 1n);
  return next.to !== undefined && BigInt(next.to) === callee ? waiting.shift() : undefined;
}
