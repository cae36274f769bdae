interface NoticesProps {
  label?: string;
  tone?: "warning" | "alert";
  texts: readonly string[];
}

/** Renders a list of sentences about a draft. */
export function Notices({ label, tone = "warning", texts }: NoticesProps) {
  if (texts.length === 0) return null;
  return (
    <ul className="stack" aria-label={label}>
      {texts.map((text) => (
        <li key={text} className={`notice notice--${tone}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
