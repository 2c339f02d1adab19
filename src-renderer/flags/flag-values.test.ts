import { describe, expect, it } from "vitest";
import { defaultFlags } from "../../src-shared/flags.ts";
import { bootstrapOf, readFlags } from "./flag-values.ts";

const maintenance = { ...defaultFlags, maintenanceMode: true };

describe("what a flag service says", () => {
  it("counts flag by flag", () => {
    const values = {
      "maintenance-mode": true,
      "registration-disabled": false,
      "login-disabled": true,
      "of-another-product": true,
    };
    const expected = { maintenanceMode: true, registrationDisabled: false, loginDisabled: true };
    expect(readFlags(values, { ...defaultFlags, registrationDisabled: true })).toEqual(expected);
  });

  it.each([null, "true", 1, {}, []])("keeps the last known value in place of %j", (value) => {
    const values = { "maintenance-mode": value, "login-disabled": true };
    expect(readFlags(values, maintenance)).toEqual({ ...maintenance, loginDisabled: true });
  });

  it("turns off what the service has no more, so that nothing stays on for ever", () => {
    expect(readFlags({ "login-disabled": false }, maintenance)).toEqual(defaultFlags);
  });

  it("is nothing when it knows none of the flags", () => {
    expect(readFlags({}, maintenance)).toEqual(maintenance);
    expect(readFlags({ 0: "<" }, maintenance)).toEqual(maintenance);
  });
});

it("begins with values that are older than any that the service has", () => {
  const { $flagsState: state, $valid: valid, ...values } = bootstrapOf(maintenance);
  expect(valid).toBe(true);
  expect(readFlags(values, defaultFlags)).toEqual(maintenance);
  expect(Object.values(state)).toEqual([{ version: 0 }, { version: 0 }, { version: 0 }]);
});
