import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  root: {
    display: "grid",
    justifyItems: "start",
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
});

type FileDropProps = ({ "aria-label": string } | { "aria-labelledby": string }) & {
  className: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A section onto which one file can be dropped; its `FileButton` does the same for the keyboard. */
export function FileDrop({ className, onFile, children, ...name }: FileDropProps) {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same as dropping a file
    <section
      {...name}
      className={mergeClasses(styles.root, className)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
    </section>
  );
}
