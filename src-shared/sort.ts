import * as z from "zod/mini";

/** The order of a list: the name of what it is sorted by, with a hyphen before it from the last to the first. */
export type Sort<Name extends string> = Name | `-${Name}`;

/** Returns the schema of an order by one of these names. */
export const sortSchema = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names.flatMap((name): Sort<Name>[] => [name, `-${name}`]));

/** Returns whether an order begins with the last. */
export const isDescending = (sort: string): boolean => sort.startsWith("-");

/** Returns the name that an order sorts by. */
export const sortedBy = <Name extends string>(sort: Sort<Name>): Name =>
  (isDescending(sort) ? sort.slice(1) : sort) as Name; // what is left without the hyphen

/** Returns the opposite order. */
export const reversed = <Name extends string>(sort: Sort<Name>): Sort<Name> =>
  isDescending(sort) ? sortedBy(sort) : `-${sortedBy(sort)}`;
