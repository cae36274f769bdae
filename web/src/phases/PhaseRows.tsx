import { useId, useState } from "react";
import { byId, countIds, describeIds, phaseTitle } from "#protocol/sale/phaseRange";
import type { PhaseFacts } from "#protocol/sale/saleFacts";
import { Button } from "../components/Button.tsx";
import {
  changeRange,
  fieldKey,
  namePhase,
  removePhase,
  resetPhase,
  type SaleDraft,
  typedRange,
} from "./saleDraft.ts";
import type { SalePlan } from "./salePlan.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface PhaseRowsProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  plan: SalePlan;
  onDraft: (draft: SaleDraft) => void;
}

/** A row per phase to draft its range, and a form to add a phase. */
export function PhaseRows({ sale, draft, plan, onDraft }: PhaseRowsProps) {
  const rows = rowsOf(sale, draft);
  return (
    <section className="phase-rows" aria-labelledby="phase-rows-title">
      <h2 id="phase-rows-title">Draft the phases</h2>
      <p className="phases__hint">
        A phase runs from its first ID up to, but not including, its end. Nothing here changes the
        chain.
      </p>
      <p className="phase-rows__heads" aria-hidden="true">
        <span>Phase</span>
        <span>First ID</span>
        <span>End</span>
        <span>IDs</span>
      </p>
      <ul>
        {rows.map((phase) => (
          <PhaseRow key={phase.name} phase={phase} draft={draft} plan={plan} onDraft={onDraft} />
        ))}
      </ul>
      <AddPhase sale={sale} onAdd={(name) => onDraft(namePhase(draft, name))} />
    </section>
  );
}

/** Returns the phases with IDs in their order, then those that were named here. */
function rowsOf({ phases, sale }: SaleAtBlock, draft: SaleDraft): PhaseFacts[] {
  const isNamed = ({ name }: PhaseFacts) =>
    draft.names.includes(name) ||
    draft.ranges.some((range) => range.name === name) ||
    sale.phase.name === name;
  const withIds = phases.filter((phase) => countIds(phase) > 0n).sort(byId);
  const others = phases.filter((phase) => countIds(phase) === 0n && isNamed(phase));
  const place = ({ name }: PhaseFacts) => draft.names.indexOf(name);
  return [...withIds, ...others.sort((one, other) => place(one) - place(other))];
}

interface PhaseRowProps extends Omit<PhaseRowsProps, "sale"> {
  phase: PhaseFacts;
}

function PhaseRow({ phase, draft, plan, onDraft }: PhaseRowProps) {
  const { name, currentCount } = phase;
  const typed = draft.ranges.find((range) => range.name === name);
  const wanted = plan.wanted.find((each) => each.name === name) ?? phase;
  const isRefused = plan.findings.some((each) => each.isRefused && each.phases.includes(name));
  const fields = { phase, draft, plan, isRefused, onDraft };
  return (
    <li className="phase-row">
      <div className="phase-row__name">
        <h3>{name || "(no name)"}</h3>
        {countIds(phase) === 0n && <p>has no IDs on chain</p>}
      </div>
      <RangeField {...fields} field="startingPoint" label="First ID" />
      <RangeField {...fields} field="endPoint" label="End" />
      <p className="phase-row__sum">
        {describeIds(wanted)}
        {countIds(wanted) > 1n && `: ${countIds(wanted)} IDs`}
        {currentCount > 0n && `, ${currentCount} minted`}
        {typed && countIds(phase) > 0n && <span> (now {describeIds(phase)})</span>}
      </p>
      <div className="phase-row__actions">
        {typed && (
          <Button
            isSmall
            aria-label={`Reset ${phaseTitle(name)}`}
            onClick={() => onDraft(resetPhase(draft, name))}
          >
            Reset
          </Button>
        )}
        {currentCount === 0n && !isGivenBack(phase, draft) && (
          <Button
            isSmall
            aria-label={`Remove ${phaseTitle(name)}`}
            onClick={() => onDraft(removePhase(draft, phase))}
          >
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}

/** Whether the phase cannot be removed further: its draft is empty, or it is active without ever having had IDs. */
function isGivenBack(phase: PhaseFacts, { names, ranges }: SaleDraft): boolean {
  const typed = ranges.find(({ name }) => name === phase.name);
  if (countIds(phase) > 0n) return typed?.startingPoint === typed?.endPoint && typed !== undefined;
  return typed === undefined && !names.includes(phase.name);
}

interface RangeFieldProps extends PhaseRowProps {
  field: "startingPoint" | "endPoint";
  label: string;
  isRefused: boolean;
}

function RangeField({ phase, draft, plan, field, label, isRefused, onDraft }: RangeFieldProps) {
  const id = useId();
  const { name } = phase;
  const typed = draft.ranges.find((range) => range.name === name) ?? typedRange(phase);
  const isUnreadable = plan.reading.faults.has(fieldKey("phase", name, field));
  return (
    <div className="field phase-row__field">
      <label htmlFor={id}>
        {label} <span className="visually-hidden">of {phaseTitle(name)}</span>
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed[field]}
        aria-invalid={isUnreadable || isRefused}
        aria-describedby={isUnreadable || isRefused ? "phases-findings" : undefined}
        data-changed={draft.ranges.some((range) => range.name === name)}
        onChange={({ target }) =>
          onDraft(changeRange(draft, phase, { [field]: target.value.trim() }))
        }
      />
    </div>
  );
}

function AddPhase({ sale, onAdd }: { sale: SaleAtBlock; onAdd: (name: string) => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const shown = sale.phases.some((phase) => phase.name === name && countIds(phase) > 0n);

  function add() {
    if (name === "" || shown) return;
    onAdd(name);
    setName("");
  }

  return (
    <div className="field phases__add">
      <label htmlFor={id}>Name of another phase</label>
      <div className="phases__add-name">
        <input
          id={id}
          autoComplete="off"
          value={name}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key === "Enter" && add()}
        />
        <Button disabled={name === "" || shown} onClick={add}>
          Add
        </Button>
      </div>
      <p id={`${id}-hint`} className="phases__hint">
        {shown
          ? `${phaseTitle(name)} is listed above: change it there.`
          : "A new name, or an existing phase not listed above. A name cannot be changed later."}
      </p>
    </div>
  );
}
