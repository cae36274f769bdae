import type { Logger } from "pino";
import type { ReadinessReport } from "#protocol/wire/responses";
import { withTimeout } from "../base/withTimeout.ts";
import type { Chain } from "../chain/chain.ts";
import { NoCollectionError } from "../chain/node.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { Settings } from "../settings/settings.ts";

type Parts = ReadinessReport["parts"];

export interface Readiness {
  /** Checks whether the service can accept saves; caches results briefly. */
  read(): Promise<ReadinessReport>;
  /** Sets the status to `closing`. */
  close(): void;
}

interface ReadinessDependencies {
  chain: Pick<Chain, "check">;
  store: Pick<NarrativeStore, "check">;
  /** Returns what the operator should mend while the service works. */
  listWarnings?: (() => Promise<string[]>) | undefined;
  logger: Logger;
  settings: Pick<Settings, "readinessLifeMilliseconds" | "readinessTimeoutMilliseconds">;
}

const unknownParts: Parts = { chain: "unknown", contract: "unknown", store: "unknown" };

export function createReadiness(dependencies: ReadinessDependencies): Readiness {
  const { chain, store, listWarnings, logger, settings } = dependencies;
  let isClosing = false;
  let current: Promise<ReadinessReport> | undefined;
  let last: Parts = unknownParts;

  return {
    async read() {
      if (isClosing) return { status: "closing", parts: unknownParts };
      current ??= checkParts();
      return current;
    },
    close() {
      isClosing = true;
    },
  };

  async function checkParts(): Promise<ReadinessReport> {
    const [chainFault, storeFault] = await Promise.all(
      [chain, store].map((part) => findError(part, settings.readinessTimeoutMilliseconds)),
    );
    setTimeout(() => {
      current = undefined;
    }, settings.readinessLifeMilliseconds).unref();
    const hasNoCollection = chainFault instanceof NoCollectionError;
    const isChainDown = chainFault !== undefined && !hasNoCollection;
    const collection = hasNoCollection ? "failed" : "ok";
    const parts: Parts = {
      chain: isChainDown ? "failed" : "ok",
      contract: isChainDown ? "unknown" : collection,
      store: storeFault === undefined ? "ok" : "failed",
    };
    report(parts, { chain: chainFault, contract: chainFault, store: storeFault });
    const isReady = Object.values(parts).every((state) => state === "ok");
    const reason = hasNoCollection ? { reason: chainFault.message } : {};
    const timeout = settings.readinessTimeoutMilliseconds;
    const warnings = (listWarnings && (await withTimeout(listWarnings(), timeout))) ?? [];
    return {
      ...{ status: isReady ? "ready" : "failing", parts, ...reason },
      ...(warnings.length > 0 && { warnings }),
    };
  }

  /** Logs when a part starts to fail and when it recovers. */
  function report(parts: Parts, faults: Record<keyof Parts, Error | undefined>): void {
    // Safety: `Parts` has exactly these keys.
    for (const part of Object.keys(parts) as (keyof Parts)[]) {
      const [before, now] = [last[part], parts[part]];
      if (now === "failed" && before !== "failed") {
        logger.warn({ part, reason: faults[part]?.message }, "not ready: saves are rejected");
      }
      if (now === "ok" && before === "failed") logger.info({ part }, "ready again");
    }
    last = parts;
  }
}

/** Checks a part; returns the error, or undefined on success. */
async function findError(
  part: { check(): Promise<void> },
  timeoutMilliseconds: number,
): Promise<Error | undefined> {
  try {
    const hasResponded = await withTimeout(
      part.check().then(() => true),
      timeoutMilliseconds,
    );
    if (hasResponded) return undefined;
    return new Error(`No response within ${timeoutMilliseconds / 1000} s.`);
  } catch (error) {
    return unwrapCause(error);
  }
}

/** Returns the cause of an `ApiError`, because its own message is about a save. */
function unwrapCause(error: unknown): Error {
  if (error instanceof Error && error.cause instanceof Error) return error.cause;
  return error instanceof Error ? error : new Error(String(error));
}
