import type { TrustedTypesPolicy } from "#shared/content-security-policy.ts";

type Rule = (text: string) => string;
type Rules = { createHTML?: Rule; createScriptURL?: Rule };

/** What of Trusted Types is used here; TypeScript does not know them. Their values are declared as texts. */
type TrustedTypes = {
  readonly emptyHTML: string;
  createPolicy(name: TrustedTypesPolicy, rules: Rules): Required<Rules>;
};

/** Undefined on the server, and in browsers without Trusted Types, which accept texts. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** No markup, which may be assigned without a policy. */
export const emptyMarkup = trustedTypes?.emptyHTML ?? "";

/** Creates the one policy of a name, and returns what makes its texts acceptable; it throws for others. */
export function trustText(
  kind: keyof Rules,
  name: TrustedTypesPolicy,
  isAllowed: (text: string) => boolean,
): Rule {
  const rule = (text: string) => {
    if (!isAllowed(text)) throw new TypeError(name);
    return text;
  };
  const policy = trustedTypes?.createPolicy(name, { [kind]: rule });
  return policy ? (text) => policy[kind](text) : rule;
}
