import { useFlags } from "#renderer/flags/flag-store.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeyLogin } from "./passkey/passkey-login.tsx";

/** What /login asks for, on a page that stays while its user logs in again. */
export function LoginInPlace({ email }: { email: string }) {
  const loginDisabled = useFlags((flags) => flags.loginDisabled);
  return (
    <FeatureGate disabled={loginDisabled}>
      <LoginForm email={email} />
      <PasskeyLogin disabled={loginDisabled} />
    </FeatureGate>
  );
}
