// The floor: a page with React and a router, and nothing to do.
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <h1>Hello</h1>
    <Routes>
      <Route path="/" element={<Link to="/other">Another page</Link>} />
      <Route path="/other" element={<Link to="/">Back</Link>} />
    </Routes>
  </BrowserRouter>,
);
