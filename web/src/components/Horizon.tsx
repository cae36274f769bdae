import "./Horizon.css";

/** Background picture of dunes at dusk, at the bottom of the nearest positioned element. */
export function Horizon() {
  return <div className="horizon" aria-hidden="true" />;
}
