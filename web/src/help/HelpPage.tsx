import { pages } from "#protocol/pages";
import Markdown from "../narrative/Markdown.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import text from "./help.md?raw";
import "../narrative/Story.css";
import "./HelpPage.css";

/** Titles and texts: the page's, then the sections'. */
const [[, introduction = ""] = [], ...sections] = text
  .split(/^##? /m)
  .slice(1)
  .map((part) => part.split(/\n(.*)/s));

/** What holders need to know, from `help.md`. */
export default function HelpPage() {
  useDocumentTitle(pages.help.title);
  return (
    <div className="help">
      <header className="help__start">
        <h1>Help</h1>
        <Markdown text={introduction} />
      </header>
      <nav className="help__contents" aria-label="On this page">
        <ol>
          {sections.map(([title = ""]) => (
            <li key={title}>
              <a className="sign" href={`#${idOf(title)}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="help__sections">
        {sections.map(([title = "", body = ""]) => (
          <section key={title} id={idOf(title)}>
            <h2>{title}</h2>
            <Markdown text={body} />
          </section>
        ))}
      </div>
    </div>
  );
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, "-");
}
