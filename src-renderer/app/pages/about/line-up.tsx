import { makeStyles } from "@fluentui/react-components";
import { Picture } from "#renderer/components/cover-art/picture.tsx";
import { lineUp } from "#renderer/components/cover-art/stage.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  frame: { overflow: "hidden", borderRadius: tokens.borderRadiusXLarge, lineHeight: 0 },
  picture: { display: "block", width: "100%", aspectRatio: "1200 / 360" },
});

/** Dogs of all five height classes beside the rope; decoration. */
export function LineUp() {
  const styles = useStyles();
  return (
    <div className={styles.frame}>
      <Picture
        className={styles.picture}
        viewBox={`0 0 ${lineUp.width} ${lineUp.height}`}
        draw={({ drawLineUp }) => drawLineUp()}
      />
    </div>
  );
}
