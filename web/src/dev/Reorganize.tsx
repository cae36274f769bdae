import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ReorgWay, reorgWays } from "#localChain/chainControls";
import { Button } from "../components/Button.tsx";
import { SelectField } from "../components/Field.tsx";
import { requestWorld } from "./chain/worldClient.ts";

const options = Object.entries(reorgWays).map(
  // Safety: an object literal's own keys.
  ([way, { label }]) => [way as ReorgWay, label] as const,
);

/** Renders buttons that replace the last blocks, which the page must notice by itself. */
export function Reorganize() {
  const [way, setWay] = useState<ReorgWay>("reorder");
  const control = useMutation({
    mutationFn: (parts: string[]) => requestWorld("control", "", { parts }),
  });
  return (
    <section className="stack" aria-labelledby="dev-reorg-title">
      <h3 id="dev-reorg-title">Reorganization</h3>
      <SelectField
        label="On the new branch, the transactions"
        options={options}
        value={way}
        // Safety: the select offers only these values.
        onText={(text) => setWay(text as ReorgWay)}
      />
      <div className="row">
        <Button onClick={() => control.mutate(["reorg", "3", way])}>Replace 3 blocks</Button>
        <Button onClick={() => control.mutate(["mine"])}>Mine a block</Button>
      </div>
      <p role="status">{control.data}</p>
      {control.error && <p role="alert">{control.error.message}</p>}
    </section>
  );
}
