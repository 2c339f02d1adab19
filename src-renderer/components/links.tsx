import { Button, Link, makeStyles, type ButtonProps } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { useLocalised } from "./use-localised.ts";

const useStyles = makeStyles({
  roomy: { minHeight: "44px", textDecorationLine: "none" },
});

type TextLinkProps = { to: string; children: ReactNode; className?: string; onClick?: () => void };

/** A link to a page of the portal, within a text. */
export function TextLink({ to, children, className, onClick }: TextLinkProps) {
  const path = useLocalised(to);
  const follow = useLinkClickHandler(path);
  return (
    <Link
      href={useHref(path)}
      inline
      className={className}
      onClick={(event) => {
        onClick?.();
        follow(event);
      }}
    >
      {children}
    </Link>
  );
}

type Look = "accent" | "secondary" | "subtle";

/** Returns class and appearance of our buttons; `accent`, which Fluent calls primary, is for the main action of a view. */
export function useButtonLook(look: Look) {
  const styles = useStyles();
  return {
    appearance: look === "accent" ? ("primary" as const) : look,
    className: styles.roomy,
  };
}

type ButtonLinkProps = {
  to: string;
  look?: Look;
  icon?: ButtonProps["icon"];
  children: ReactNode;
  onClick?: () => void;
};

/** A link to a page of the portal that looks like a button. */
export function ButtonLink({ to, look = "secondary", icon, children, onClick }: ButtonLinkProps) {
  const path = useLocalised(to);
  const follow = useLinkClickHandler(path);
  return (
    <Button
      as="a"
      href={useHref(path)}
      size="large"
      {...useButtonLook(look)}
      {...(icon !== undefined && { icon })}
      onClick={(event) => {
        onClick?.();
        follow(event);
      }}
    >
      {children}
    </Button>
  );
}
