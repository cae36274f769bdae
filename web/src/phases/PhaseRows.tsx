import { compareById, countIds, describeIds, phaseTitle } from "#sale/phaseRange";
import type { PhaseFacts } from "#sale/saleFacts";
import { Button } from "../components/Button.tsx";
import { TextField } from "../components/Field.tsx";
import { usePersistedText } from "../page/reload.ts";
import {
  changeField,
  draftedPhases,
  formatBound,
  namePhase,
  type RangeEnd,
  rangeEnds,
  rangeField,
  removePhase,
  resetPhase,
  type SaleDraft,
} from "./saleDraft.ts";
import type { SalePlan } from "./salePlan.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface PhaseRowsProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  plan: SalePlan;
  onDraft: (draft: SaleDraft) => void;
}

/** Renders one row per phase to draft the phase's range, and a form to add a phase. */
export function PhaseRows({ sale, draft, plan, onDraft }: PhaseRowsProps) {
  return (
    <section className="stack" aria-labelledby="phase-rows-title">
      <h2 id="phase-rows-title">Draft the phases</h2>
      <p className="soft">
        A phase runs from its first ID up to, but not including, its end. Nothing here changes the
        chain.
      </p>
      <ul className="stack">
        {listRows(sale, draft).map((phase) => (
          <PhaseRow key={phase.name} phase={phase} draft={draft} plan={plan} onDraft={onDraft} />
        ))}
      </ul>
      <AddPhase sale={sale} onAdd={(name) => onDraft(namePhase(draft, name))} />
    </section>
  );
}

/** Returns the phases with IDs in order, then the phases added by name. */
function listRows({ phases, sale }: SaleAtBlock, draft: SaleDraft): PhaseFacts[] {
  const named = [...draft.names, ...draftedPhases(draft), sale.phase.name];
  const indexInDraft = ({ name }: PhaseFacts) => draft.names.indexOf(name);
  const withIds = phases.filter((phase) => countIds(phase) > 0n).sort(compareById);
  const others = phases.filter((phase) => countIds(phase) === 0n && named.includes(phase.name));
  return [...withIds, ...others.sort((one, other) => indexInDraft(one) - indexInDraft(other))];
}

interface PhaseRowProps extends Omit<PhaseRowsProps, "sale"> {
  phase: PhaseFacts;
}

const labels = { startingPoint: "First ID", endPoint: "End" } as const;

function PhaseRow({ phase, draft, plan, onDraft }: PhaseRowProps) {
  const { name, currentCount } = phase;
  const isOnChain = countIds(phase) > 0n;
  const isTyped = draftedPhases(draft).includes(name);
  const wanted = plan.wanted.find((each) => each.name === name) ?? phase;
  const isRejected = plan.findings.some((each) => each.isRejected && each.phases.includes(name));
  const canRemove = isOnChain ? countIds(wanted) > 0n : isTyped || draft.names.includes(name);

  function fieldOf(end: RangeEnd) {
    const field = rangeField(name, end);
    const onChain = formatBound(phase, end);
    const isInvalid = isRejected || plan.reading.errors.has(field);
    const label = (
      <>
        {labels[end]} <span className="visually-hidden">of {phaseTitle(name)}</span>
      </>
    );
    return (
      <TextField
        key={end}
        label={label}
        inputMode="numeric"
        value={draft.texts[field] ?? onChain}
        isChanged={draft.texts[field] !== undefined}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? "phases-findings" : undefined}
        onText={(text) => onDraft(changeField(draft, field, text.trim(), onChain))}
      />
    );
  }

  return (
    <li className="phase-row">
      <div>
        <h3>{name || "(no name)"}</h3>
        {!isOnChain && <p className="small">has no IDs on chain</p>}
      </div>
      {rangeEnds.map(fieldOf)}
      <p className="phase-row__sum">
        {describeIds(wanted)}
        {countIds(wanted) > 1n && `: ${countIds(wanted)} IDs`}
        {currentCount > 0n && `, ${currentCount} minted`}
        {isTyped && isOnChain && ` (now ${describeIds(phase)})`}
      </p>
      <div className="row">
        {isTyped && (
          <Button
            isSmall
            aria-label={`Reset ${phaseTitle(name)}`}
            onClick={() => onDraft(resetPhase(draft, phase))}
          >
            Reset
          </Button>
        )}
        {currentCount === 0n && canRemove && (
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

function AddPhase({ sale, onAdd }: { sale: SaleAtBlock; onAdd: (name: string) => void }) {
  const [name, setName] = usePersistedText("phase", "");
  const isShown = sale.phases.some((phase) => phase.name === name && countIds(phase) > 0n);

  function add() {
    if (name === "" || isShown) return;
    onAdd(name);
    setName("");
  }

  return (
    <>
      <div className="add-phase row row--end">
        <TextField
          label="Name of another phase"
          value={name}
          aria-describedby="add-phase-hint"
          onText={setName}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add()}
        />
        <Button disabled={name === "" || isShown} onClick={add}>
          Add
        </Button>
      </div>
      <p id="add-phase-hint" className="soft">
        {isShown
          ? `${phaseTitle(name)} is listed above: change it there.`
          : "A new name, or an existing phase not listed above. A name cannot be changed later."}
      </p>
    </>
  );
}
