export { showPath } from "./show-path.ts";
