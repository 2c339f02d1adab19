import { makeStyles } from "@fluentui/react-components";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  touch: { display: "none", [media.touch]: { display: "inline" } },
  keys: { [media.touch]: { display: "none" } },
});

type ByInputProps = { touch: string; keys: string };

/** A hint in the words that fit the device: for fingers, or for a mouse and keys. */
export function InputHint({ touch, keys }: ByInputProps) {
  const styles = useStyles();
  return (
    <>
      <span className={styles.touch}>{touch}</span>
      <span className={styles.keys}>{keys}</span>
    </>
  );
}
