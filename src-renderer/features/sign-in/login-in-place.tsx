import { useFlags } from "#renderer/flags/flag-store.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeyLogin } from "./passkey/passkey-login.tsx";

/** The login form of /login for use on another page, which stays open while its user logs in again. */
export function LoginInPlace({ email }: { email: string }) {
  const loginDisabled = useFlags((flags) => flags.loginDisabled);
  return (
    <FeatureGate disabled={loginDisabled}>
      <LoginForm email={email} />
      <PasskeyLogin disabled={loginDisabled} />
    </FeatureGate>
  );
}
