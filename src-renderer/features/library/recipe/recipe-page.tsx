// Loads the view, which is a chunk of its own for the sake of other entries, together with the page.
import "./recipe-view.tsx";

export { default } from "../entry/entry-page.tsx";
