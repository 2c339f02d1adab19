import { Tooltip } from "@fluentui/react-components";
import type { ReactElement } from "react";

type CollapsedLinkProps = { label: string; children: ReactElement };

/** Shows the name of a collapsed menu's link in a tooltip. */
export default function CollapsedLink({ label, children }: CollapsedLinkProps) {
  return (
    <Tooltip content={label} relationship="label" positioning="after">
      {children}
    </Tooltip>
  );
}
