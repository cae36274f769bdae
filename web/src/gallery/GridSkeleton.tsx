/** Placeholder of the first rows while the drifters load. */
export function GridSkeleton() {
  return (
    <div className="drifter-grid" aria-busy="true">
      <ul aria-hidden="true">
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
          <li key={index}>
            <span className="portrait skeleton" />
          </li>
        ))}
      </ul>
    </div>
  );
}
