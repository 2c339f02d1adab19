export { CodeStep } from "./code-step/code-step.tsx";
export { LoginByCodeSteps, LoginCodeEnding, useLoginByCode } from "./login-by-code.tsx";
export { LoginInPlace } from "./login-form.tsx";
export { NewPasswordFields, PasswordField } from "./password-fields.tsx";
