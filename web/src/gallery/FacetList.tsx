import type { FacetGroup } from "./facetGroups.ts";

interface FacetListProps extends FacetGroup {
  onChoose: () => void;
}

/** Checkboxes for the values of one trait type, or for phases, each with the number of drifters that have it. */
export function FacetList({ legend, name, choices, onChoose }: FacetListProps) {
  return (
    <fieldset className="facet">
      <legend dir="auto">{legend}</legend>
      <ul>
        {choices.map(({ value, label, count, isChosen }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={isChosen}
                onChange={onChoose}
              />
              <bdi className="facet__label">{label}</bdi>{" "}
              <span className="facet__count">{count.toLocaleString("en")}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
