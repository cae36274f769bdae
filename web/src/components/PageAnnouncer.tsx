import { useEffect, useState } from "react";

/** Announces the page's title to screen readers on client-side navigation. */
export function PageAnnouncer() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    const element = document.querySelector("title");
    if (element) observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
