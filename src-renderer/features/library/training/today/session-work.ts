/** What is needed once a session is trained, in one chunk. */
export { ResultForm } from "./result-form.tsx";
export { SessionTimer } from "./session-timer.tsx";
