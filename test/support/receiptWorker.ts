import type { ReceiptStep } from "#protocol/receipt";
import type { ReceiptQuestion } from "../../web/src/narrative/receipt/checkReceipt.ts";

/** Stands in for the worker that checks receipts, in tests of components. */
export interface FakeReceiptWorkers {
  /** The questions, in their order. */
  questions: ReceiptQuestion[];
  /** Number of workers that still run. */
  running: number;
}

/**
 * Replaces the browser's workers until `restore` is called.
 *
 * @param answer returns the steps, fails as a worker does, or never returns.
 */
export function fakeReceiptWorkers(
  answer: (question: ReceiptQuestion) => Promise<readonly ReceiptStep[]>,
): FakeReceiptWorkers & { restore(): void } {
  const workers: FakeReceiptWorkers = { questions: [], running: 0 };
  class FakeWorker extends EventTarget {
    constructor() {
      super();
      workers.running += 1;
    }
    terminate() {
      workers.running -= 1;
    }
    postMessage(question: ReceiptQuestion) {
      workers.questions.push(question);
      answer(question).then(
        (data) => this.dispatchEvent(new MessageEvent("message", { data })),
        () => this.dispatchEvent(new Event("error")),
      );
    }
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, "Worker");
  Object.defineProperty(globalThis, "Worker", { value: FakeWorker, configurable: true });
  return Object.assign(workers, {
    restore() {
      Reflect.deleteProperty(globalThis, "Worker");
      if (before) Object.defineProperty(globalThis, "Worker", before);
    },
  });
}
