import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { chainControls } from "#protocol/localChain/chainControls";
import { formatTimestamp } from "#protocol/localChain/timeTarget";
import { Button } from "../../components/Button.tsx";
import { useHead } from "./chainQueries.ts";
import { askWorld } from "./worldClient.ts";

/** Time, blocks, automine, balances, senders and snapshots of the local chain. */
export function ChainControls() {
  const { data: head, error } = useHead();
  const [typed, setTyped] = useState("");
  const queryClient = useQueryClient();
  const id = useId();
  const control = useMutation({
    mutationFn: (words: string[]) => askWorld("control", "", { words }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const apply = (...words: string[]) => control.mutate(words);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply(...typed.trim().split(/\s+/));
  }

  return (
    <section aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>Time and blocks</h2>
      <p role={error ? "alert" : undefined}>
        {head
          ? `Block ${head.number}, ${formatTimestamp(head.timestamp)}. Automine is ${head.isAutomining ? "on" : "off"}.`
          : (error?.message ?? "Reading the latest block…")}
      </p>
      <div className="chain__row">
        <Control label="+1 hour" onClick={() => apply("time", "+1h")} />
        <Control label="+1 day" onClick={() => apply("time", "+1d")} />
        <Control label="Mine a block" onClick={() => apply("mine")} />
        <Control
          label={head?.isAutomining === false ? "Automine on" : "Automine off"}
          onClick={() => apply("automine", head?.isAutomining === false ? "on" : "off")}
        />
        <Control label="Snapshot" onClick={() => apply("snapshot")} />
        <Control label="Revert" onClick={() => apply("revert")} />
      </div>
      <form className="chain__row" onSubmit={submit}>
        <div className="field chain__wide">
          <label htmlFor={`${id}control`}>Control, as after npm run world --</label>
          <input
            id={`${id}control`}
            value={typed}
            placeholder="balance 3 100"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" isSmall disabled={typed.trim() === ""}>
          Apply
        </Button>
      </form>
      <details>
        <summary>All controls</summary>
        <dl className="chain__controls">
          {Object.entries(chainControls).map(([name, { words, purpose }]) => (
            <div key={name}>
              <dt>
                <code>{`${name} ${words}`.trim()}</code>
              </dt>
              <dd>{purpose}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p role="status">{control.data}</p>
      {control.error && <p role="alert">{control.error.message}</p>}
    </section>
  );
}

function Control({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button isSmall onClick={onClick}>
      {label}
    </Button>
  );
}
