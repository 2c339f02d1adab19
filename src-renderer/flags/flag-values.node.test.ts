import { describe, expect, it } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { bootstrapOf, readFlags } from "./flag-values.ts";

const maintenance = { ...defaultFlags, maintenanceMode: true };

describe("the values of a flag service", () => {
  it("apply flag by flag", () => {
    const values = {
      "maintenance-mode": true,
      "registration-disabled": false,
      "login-disabled": true,
      "of-another-product": true,
    };
    const expected = { maintenanceMode: true, registrationDisabled: false, loginDisabled: true };
    expect(readFlags(values, { ...defaultFlags, registrationDisabled: true })).toEqual(expected);
  });

  it.each([null, "true", 1, {}, []])("keep the last known value in place of %j", (value) => {
    const values = { "maintenance-mode": value, "login-disabled": true };
    expect(readFlags(values, maintenance)).toEqual({ ...maintenance, loginDisabled: true });
  });

  it("turn off flags that the service lacks", () => {
    expect(readFlags({ "login-disabled": false }, maintenance)).toEqual(defaultFlags);
  });

  it("change nothing without any of our flags", () => {
    expect(readFlags({}, maintenance)).toEqual(maintenance);
    expect(readFlags({ 0: "<" }, maintenance)).toEqual(maintenance);
  });
});

it("bootstraps with a version that every answer supersedes", () => {
  const { $flagsState: state, $valid: valid, ...values } = bootstrapOf(maintenance);
  expect(valid).toBe(true);
  expect(readFlags(values, defaultFlags)).toEqual(maintenance);
  expect(Object.values(state)).toEqual([{ version: 0 }, { version: 0 }, { version: 0 }]);
});
