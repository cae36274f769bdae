import { useSimulation } from "./chainQueries.ts";
import { grouped, listed, TraceView } from "./TraceView.tsx";
import type { TypedCall } from "./worldClient.ts";

/** What a call returns or would do on top of the latest block. */
export function CallOutcome({ call }: { call: TypedCall | undefined }) {
  const { data: trace, error } = useSimulation(call);
  if (call === undefined) return <p className="chain__hint">Fill in every field.</p>;
  if (error) return <p role="alert">{error.message}</p>;
  if (!trace) return <p role="status">Simulating…</p>;
  const { revert, call: done } = trace;
  return (
    <div role="status" className="chain__outcome">
      {revert ? (
        <p>
          It reverts with <strong>{revert.title}</strong>. {revert.cause} {revert.fix}
        </p>
      ) : (
        <p>
          {done.returned.length > 0 && (
            <>
              Returns <code>{listed(done.returned)}</code>
              <br />
            </>
          )}
          It succeeds with {grouped(done.gasUsed)} gas.
        </p>
      )}
      <details>
        <summary>Calls and events</summary>
        <TraceView trace={trace} />
      </details>
    </div>
  );
}
