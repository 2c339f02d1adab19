/** What is needed once a session is trained, in one chunk. */
export { default as FieldMode } from "./field-mode.tsx";
export { ResultForm } from "./result-form.tsx";
export { SessionTimer } from "./session-timer.tsx";
