export { CodeStep } from "./code-step/code-step.tsx";
export { LoginInPlace } from "./login-form.tsx";
export { NewPasswordFields, PasswordField } from "./password-fields.tsx";
