// The reference page: React and a router without any content.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";

const element = createElement(Link, { to: "/" }, "Hello");
const routes = createElement(Routes, undefined, createElement(Route, { path: "*", element }));
const root = document.getElementById("root");
if (root !== null) createRoot(root).render(createElement(BrowserRouter, undefined, routes));
