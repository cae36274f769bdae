import "./Horizon.css";

/** The dunes at dusk behind what is said. It hangs at the bottom of the nearest positioned element. */
export function Horizon() {
  return <div className="horizon" aria-hidden="true" />;
}
