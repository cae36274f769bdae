import type { Address, Hex } from "viem";

/** A call as geth's `callTracer` reports it, https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers */
export interface CallFrame {
  type: string;
  from: Address;
  /** Address of the callee; absent for a failed creation. */
  to?: Address;
  value?: Hex;
  gasUsed: Hex;
  input: Hex;
  output?: Hex;
  /** Reason for a failure: `execution reverted`, `out of gas`. */
  error?: string;
  calls?: CallFrame[];
  logs?: FrameLog[];
}

/** An event that a frame emitted. */
export interface FrameLog {
  address: Address;
  topics: Hex[];
  data: Hex;
  /** Number of the frame's calls before the event. */
  position?: Hex;
}

/** A call that has not been sent. */
export interface UnsentCall {
  from?: Address | undefined;
  to: Address;
  data: Hex;
  value?: Hex | undefined;
}

/** Sends an EIP-1193 request to a node. */
export type NodeRequest = (request: { method: string; params: unknown[] }) => Promise<unknown>;

/** Thrown if a node has no debug methods. */
export class TraceUnsupportedError extends Error {
  override name = "TraceUnsupportedError";

  constructor(method: string, cause: unknown) {
    super(
      `This RPC endpoint does not support ${method}. Use a node with the debug methods, such as the local world's.`,
      { cause },
    );
  }
}

/**
 * Reads the call frame of a mined transaction, or of a call on top of the latest block.
 *
 * @throws {TraceUnsupportedError} if the node lacks the debug methods or this tracer.
 */
export async function readCallFrame(
  request: NodeRequest,
  subject: Hex | UnsentCall,
): Promise<CallFrame> {
  const options = { tracer: "callTracer", tracerConfig: { withLog: true } };
  // Safety: geth's manual defines this structure.
  return (await traceNode(request, subject, options)) as CallFrame;
}

/**
 * Traces a mined transaction, or a call on top of the latest block.
 *
 * @param options tracer and its configuration, in geth's form.
 * @throws {TraceUnsupportedError} if the node lacks the debug methods or this tracer.
 */
export async function traceNode(
  request: NodeRequest,
  subject: Hex | UnsentCall,
  options: object,
): Promise<unknown> {
  const method = typeof subject === "string" ? "debug_traceTransaction" : "debug_traceCall";
  const target = typeof subject === "string" ? [subject] : [subject, "latest"];
  try {
    return await request({ method, params: [...target, options] });
  } catch (error) {
    throw isUnsupported(error) ? new TraceUnsupportedError(method, error) : error;
  }
}

/** Error codes (JSON-RPC 2.0, EIP-1474) for a missing or unsupported method. */
const unsupportedCodes: readonly unknown[] = [-32601, -32004];

function isUnsupported(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const text = "details" in error ? `${error.details}` : error.message;
  const isDenied = /method.*(not|n't)|tracer.*not|not (supported|available|whitelisted)/i.test(
    text,
  );
  return unsupportedCodes.includes(code) || isDenied || isUnsupported(error.cause);
}
