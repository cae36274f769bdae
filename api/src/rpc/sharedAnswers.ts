import { createHash } from "node:crypto";
import {
  createTransport,
  type EIP1193RequestFn,
  type Hex,
  numberToHex,
  type Transport,
} from "viem";
import { isRevert } from "#protocol/chainReader";
import type { Block } from "./latestBlock.ts";
import type { RpcMetrics } from "./rpcMetrics.ts";

interface SharedAnswersOptions {
  /** Returns the block whose answers are kept; undefined if none are. */
  keptBlock: () => Block | undefined;
  metrics?: Pick<RpcMetrics, "rpcShared"> | undefined;
}

/** Position of the block in the parameters of the methods whose answers are kept. */
const blockPosition: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
};

/** Characters of the answers that are kept, and of one of them. */
const mostCharacters = { all: 8 * 1024 ** 2, each: 64 * 1024 };

/** Answers about one block. */
interface Answers {
  hash: Hex | undefined;
  byQuestion: Map<string, Promise<unknown>>;
  characters: number;
}

/**
 * Returns a transport that sends equal requests once while the first is in flight. Answers about the newest block are
 * kept until there is a newer one, reverts included; other errors are not kept. Requests for the newest block itself are
 * passed on.
 */
export function createSharedAnswers(
  inner: Transport,
  { keptBlock, metrics }: SharedAnswersOptions,
): { transport: Transport; forget(): void } {
  let answers = noAnswers(undefined);
  const forget = () => {
    answers = noAnswers(answers.hash);
  };

  const transport: Transport = (config) => {
    const { request } = inner(config);
    return createTransport({
      key: "sharedAnswers",
      name: "Shared answers",
      type: "sharedAnswers",
      retryCount: 0,
      request: (async ({ method, params }: Parameters<EIP1193RequestFn>[0]) => {
        const ask = () => request({ method, params } as never);
        if (Object(params)[0] === "latest") return ask();
        const block = keptBlock();
        if (answers.hash !== block?.hash) answers = noAnswers(block?.hash);
        const known = answers;
        const question = digest([method, params]);
        const found = known.byQuestion.get(question);
        if (found !== undefined) {
          metrics?.rpcShared.inc({ method });
          return found;
        }
        const answer: Promise<unknown> = ask();
        known.byQuestion.set(question, answer);
        const isKept = block !== undefined && isAbout(block, method, params);
        answer.then(
          (value) => {
            const length = isKept ? JSON.stringify(value).length : Number.POSITIVE_INFINITY;
            if (length > mostCharacters.each) known.byQuestion.delete(question);
            else known.characters += length + question.length;
            if (known.characters > mostCharacters.all && known === answers) forget();
          },
          (error) => {
            if (!isKept || !isRevert(error)) known.byQuestion.delete(question);
            else known.characters += question.length;
          },
        );
        return answer;
      }) as EIP1193RequestFn,
    });
  };
  return { transport, forget };
}

function noAnswers(hash: Hex | undefined): Answers {
  return { hash, byQuestion: new Map(), characters: 0 };
}

function isAbout(block: Block, method: string, params: unknown): boolean {
  const position = blockPosition[method];
  return position !== undefined && Object(params)[position] === numberToHex(block.number);
}

/** A short key, as some calls carry a contract. */
function digest(question: unknown): string {
  return createHash("sha256").update(JSON.stringify(question)).digest("base64url");
}
