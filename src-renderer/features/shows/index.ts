export { showPath } from "./show-line.tsx";
