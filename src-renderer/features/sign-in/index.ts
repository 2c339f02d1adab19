export { NewPasswordFields, PasswordField } from "./password-fields.tsx";
