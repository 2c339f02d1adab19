import type { ElementType } from "react";

const withoutValue: object = {
  children: (Slot: ElementType, given: { value?: unknown }) => {
    const { value: _, ...props } = given;
    return <Slot {...props} />;
  },
};

/**
 * For the slot of an Input or a Textarea: leaves its text to react-hook-form. Fluent would hold a
 * text of its own, and put it back over the form's defaults and resets.
 */
export const heldByForm = withoutValue as { children?: never }; // every slot takes a render function; Fluent's types leave it out here
