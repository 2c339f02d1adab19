export { CodeStep } from "./code-step/code-step.tsx";
export { useFocusOnReturn } from "./code-step/use-waiting-code.ts";
export { LoginByCodeSteps, LoginCodeEnding, useLoginByCode } from "./login-by-code.tsx";
export { LoginInPlace } from "./login-form.tsx";
export { NewPasswordFields, PasswordField } from "./password-fields.tsx";
