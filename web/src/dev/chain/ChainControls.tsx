import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { chainControls } from "#localChain/chainControls";
import { formatTimestamp } from "#localChain/timeTarget";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { useHead } from "./chainQueries.ts";
import { requestWorld } from "./worldClient.ts";

/** Renders controls for the local chain's time, blocks, automine, balances, senders and snapshots. */
export function ChainControls() {
  const { data: head, error } = useHead();
  const [typed, setTyped] = useState("");
  const queryClient = useQueryClient();
  const control = useMutation({
    mutationFn: (parts: string[]) => requestWorld("control", "", { parts }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const isAutomining = head?.isAutomining !== false;
  const buttons = {
    "+1 hour": "time +1h",
    "+1 day": "time +1d",
    "Mine a block": "mine",
    [isAutomining ? "Automine off" : "Automine on"]: `automine ${isAutomining ? "off" : "on"}`,
    Snapshot: "snapshot",
    Revert: "revert",
    "Reorg 3": "reorg 3",
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    control.mutate(typed.trim().split(/\s+/));
  }

  return (
    <div className="stack">
      <p role={error ? "alert" : undefined}>
        {head
          ? `Block ${head.number}, ${formatTimestamp(head.timestamp)}. Automine is ${head.isAutomining ? "on" : "off"}.`
          : (error?.message ?? "Reading the latest block…")}
      </p>
      <div className="row">
        {Object.entries(buttons).map(([label, command]) => (
          <Button key={label} isSmall onClick={() => control.mutate(command.split(" "))}>
            {label}
          </Button>
        ))}
      </div>
      <form className="row row--end" onSubmit={submit}>
        <TextField
          label="Command for npm run world --"
          placeholder="balance 3 100"
          value={typed}
          onText={setTyped}
        />
        <Button type="submit" isSmall disabled={typed.trim() === ""}>
          Apply
        </Button>
      </form>
      <details>
        <summary>All controls</summary>
        <dl className="stack">
          {Object.entries(chainControls).map(([name, { usage, purpose }]) => (
            <div key={name}>
              <dt>
                <code>{`${name} ${usage}`.trim()}</code>
              </dt>
              <dd>{purpose}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p role="status">{control.data}</p>
      {control.error && <p role="alert">{control.error.message}</p>}
    </div>
  );
}
