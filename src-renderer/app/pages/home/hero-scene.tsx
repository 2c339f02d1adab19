import { makeStyles } from "@fluentui/react-components";
import { Picture } from "#renderer/components/cover-art/picture.tsx";
import { heroGround } from "#renderer/components/cover-art/stage.ts";

const useStyles = makeStyles({
  ground: { display: "block", width: "100%", height: `${heroGround.height}px` },
  sun: { position: "absolute", inset: 0, width: "100%" },
  team: { position: "relative", zIndex: 2, display: "block", width: "100%" },
});

/** The floor of a show ring with a rope and obstacles behind it, as wide as its container. */
export const HeroGround = () => (
  <Picture
    className={useStyles().ground}
    viewBox={`0 0 ${heroGround.width} ${heroGround.height}`}
    preserveAspectRatio="xMidYMax slice"
    draw={({ drawHeroGround }) => drawHeroGround()}
  />
);

const teamBox = { viewBox: "0 0 500 500", preserveAspectRatio: "xMidYMax meet" } as const;

/** A dog that crosses a jump on the ground, and the sun behind the ground. */
export function HeroTeam() {
  const styles = useStyles();
  return (
    <>
      <Picture className={styles.sun} {...teamBox} draw={({ drawHeroSun }) => drawHeroSun()} />
      <Picture className={styles.team} {...teamBox} draw={({ drawHeroTeam }) => drawHeroTeam()} />
    </>
  );
}
