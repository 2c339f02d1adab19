import { makeStyles } from "@fluentui/react-components";
import { media } from "#renderer/theme/tokens.ts";

const ink = "#000000";
const grey = "#444444";

/** Prints black on white in either theme, by overriding the tokens. */
export const usePrintPaper = makeStyles({
  paper: {
    [media.print]: {
      "--colorNeutralForeground1": ink,
      "--colorNeutralForeground2": ink,
      "--colorNeutralForeground3": grey,
      "--colorNeutralBackground1": "transparent",
      "--colorNeutralBackground2": "transparent",
      "--colorNeutralBackground3": "transparent",
      "--colorBand": "transparent",
      "--colorNeutralStroke1": grey,
      "--colorNeutralStroke2": "#bbbbbb",
      "--colorBrandForegroundLink": ink,
      "--colorAccentText": ink,
      color: ink,
    },
  },
  /** Hidden in print. */
  screenOnly: { [media.print]: { display: "none" } },
});
