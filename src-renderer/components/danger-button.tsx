import { Button, makeStyles, type ButtonProps } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { tokens } from "#renderer/theme/tokens.ts";

const quietHover = {
  backgroundColor: tokens.colorDanger,
  color: tokens.colorOnDanger,
  border: `1px solid ${tokens.colorDanger}`,
};

const loudHover = { backgroundColor: tokens.colorDangerHover, color: tokens.colorOnDanger };

const useStyles = makeStyles({
  loud: {
    backgroundColor: tokens.colorDanger,
    color: tokens.colorOnDanger,
    ":hover": loudHover,
    ":hover:active": loudHover,
  },
  quiet: {
    backgroundColor: "transparent",
    color: tokens.colorDanger,
    border: `1px solid ${tokens.colorDanger}`,
    ":hover": quietHover,
    ":hover:active": quietHover,
  },
});

type DangerButtonProps = Pick<ButtonProps, "size" | "disabledFocusable" | "aria-label"> & {
  /** Whether it is the confirmation: filled. The button that asks first is outlined. */
  confirms?: boolean;
  onClick: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  children: ReactNode;
};

/** A button for what cannot be undone, or ends something; the only use of its colour. */
export function DangerButton({ confirms = false, ...button }: DangerButtonProps) {
  const styles = useStyles();
  return (
    <Button
      {...button}
      appearance={confirms ? "primary" : "secondary"}
      className={confirms ? styles.loud : styles.quiet}
    />
  );
}
