import { passwordLength } from "#shared/api/fields.ts";
import { ApiError } from "#api/infra/api-error.ts";

/** Number of common passwords that are refused, counting only those of allowed length (ASVS 5.0, V6.2.4). */
const refused = 3_000;

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list, which is large, when the first password is chosen. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const inOrder = dictionary["passwords-common"].filter(
    ({ length }) => length >= passwordLength.min,
  );
  return new Set(inOrder.slice(0, refused).map((password) => password.toLowerCase()));
}

/** Returns whether a password, in upper or lower case, is one of the most common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.normalize("NFC").toLowerCase());
}

/** Throws a `validation` error for the form field when the password is one of the most common ones. */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new ApiError("validation", { fields: { [field]: "forms:passwordCommon" } });
  }
}
