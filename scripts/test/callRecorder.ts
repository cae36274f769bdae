import type { Hex } from "viem";
import type { UnsentCall } from "#protocol/trace/nodeTrace";

/** A request to a node, in the form of JSON-RPC. */
interface RecordedRequest {
  method: string;
  params?: unknown;
}

/** Remembers the last transaction of a test, or its last call that failed, so that a failure can be traced. */
export class CallRecorder {
  #last: Hex | UnsentCall | undefined;

  /** Hash of a transaction, or a call that was only simulated; undefined if the test made neither. */
  get last(): Hex | UnsentCall | undefined {
    return this.#last;
  }

  /** Call it before each test. */
  clear(): void {
    this.#last = undefined;
  }

  /** Sends a request by `send` and remembers it. Not an async function, which would add a line to each stack. */
  record<Response>(request: RecordedRequest, send: () => Promise<Response>): Promise<Response> {
    return send().then(
      (response) => {
        if (isTransaction(request)) this.#last = hashIn(response) ?? this.#last;
        return response;
      },
      (error: unknown) => {
        this.#last = failedSubject(request, error) ?? this.#last;
        throw error;
      },
    );
  }
}

function isTransaction({ method }: RecordedRequest): boolean {
  return method === "eth_sendTransaction" || method === "eth_sendRawTransaction";
}

function hashIn(response: unknown): Hex | undefined {
  const { result } = response as { result?: unknown };
  // Safety: the Ethereum JSON-RPC specification defines this form.
  return typeof result === "string" ? (result as Hex) : undefined;
}

/** A transaction that reverted is in a block; its hash is in the error's data. */
function failedSubject(request: RecordedRequest, error: unknown): Hex | UnsentCall | undefined {
  // Safety: Hardhat's node adds this to the error of a transaction that is in a block.
  const { data } = error as { data?: { transactionHash?: Hex } };
  if (isTransaction(request) && data?.transactionHash !== undefined) return data.transactionHash;
  const isSimulated = request.method === "eth_call" || request.method === "eth_estimateGas";
  if (!isSimulated && !isTransaction(request)) return undefined;
  const [call] = Array.isArray(request.params) ? request.params : [];
  if (call?.to === undefined) return undefined;
  return { from: call.from, to: call.to, data: call.data ?? "0x", value: call.value };
}
