import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Field, FluentProvider, Input, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useController, type Control, type FieldError } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { message } from "#shared/api/fields.ts";
import {
  getSettings,
  changeColours,
  chosenColoursSchema,
  type ChosenColours,
} from "#shared/api/settings.ts";
import { coloursFrom, isAccentReadable, readableAccent } from "#shared/colours.ts";
import { call } from "#renderer/api-client/client.ts";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { memberThemeOf } from "#renderer/theme/member-theme.ts";
import { publicThemeOf, type PortalTheme } from "#renderer/theme/public-theme.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

/** Returns the two colours that are chosen now; without a choice, those that the portal came with. */
export const chosenColours = ({ colours: { chosen, designed } }: Settings): ChosenColours =>
  chosen ?? { main: designed.ramp[7] ?? "", accent: designed.accent };

type Designed = Settings["colours"]["designed"];

const schemaFor = (designed: Designed) =>
  chosenColoursSchema.check(
    z.refine((chosen) => isAccentReadable(chosen, designed), {
      path: ["accent"],
      error: message.contrast,
    }),
  );

const useStyles = makeStyles({
  fields: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 240px), 1fr))",
    gap: "20px",
    alignItems: "start",
  },
  field: { display: "grid", gap: "8px", justifyItems: "start", "> *": { width: "100%" } },
  pair: { display: "grid", gridTemplateColumns: "48px minmax(0, 1fr)", gap: "8px" },
  pick: {
    width: "48px",
    height: "40px",
    padding: "2px",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "transparent",
    cursor: "pointer",
  },
  next: { width: "auto" },
  dot: {
    display: "block",
    width: "16px",
    height: "16px",
    borderRadius: "50%",
    forcedColorAdjust: "none",
  },
  previews: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 240px), 1fr))",
    gap: "16px",
  },
  card: {
    display: "grid",
    gap: "12px",
    justifyItems: "start",
    height: "100%",
    boxSizing: "border-box",
    padding: "20px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  area: { color: tokens.colorAccentText, fontSize: "15px" },
  text: { margin: 0 },
  link: { color: tokens.colorBrandForegroundLink, textDecorationLine: "underline" },
  theme: { borderRadius: tokens.borderRadiusLarge, forcedColorAdjust: "none" },
});

type ColourFieldProps = {
  control: Control<ChosenColours, unknown, ChosenColours>;
  name: "main" | "accent";
  error: Pick<FieldError, "message"> | undefined;
};

const isColour = (text: string) => chosenColoursSchema.shape.main.safeParse(text).success;

/** A colour, chosen from the browser's palette or typed. */
function ColourField({ control, name, error }: ColourFieldProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { field } = useController({ control, name });
  const label = t(`colours.${name}`);
  return (
    <Field {...useFieldProps({ label, error })}>
      {(props) => (
        <div className={styles.pair}>
          <input
            type="color"
            aria-label={t("colours.pick", { what: label })}
            className={styles.pick}
            value={isColour(field.value) ? field.value.toLowerCase() : "#000000"}
            onChange={({ target }) => field.onChange(target.value)}
          />
          <Input {...props} {...field} size="large" autoComplete="off" spellCheck={false} />
        </div>
      )}
    </Field>
  );
}

/** A card as it will look, for the eyes only: nothing in it can be used. */
function PreviewCard({ theme, area }: { theme: PortalTheme; area: string }) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  return (
    <FluentProvider theme={theme} className={styles.theme}>
      <div className={styles.card}>
        <span className={styles.area}>{area}</span>
        <Heading level={4} size="small">
          {t("colours.heading")}
        </Heading>
        <p className={styles.text}>
          {t("colours.text")} <span className={styles.link}>{t("colours.link")}</span>.
        </p>
        <Button size="large" {...useButtonLook("accent")}>
          {t("colours.button")}
        </Button>
      </div>
    </FluentProvider>
  );
}

function Preview({ chosen, designed }: { chosen: ChosenColours; designed: Designed }) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const colours = coloursFrom(chosen, designed);
  return (
    <div role="img" aria-label={t("colours.preview")}>
      <div inert className={styles.previews}>
        <PreviewCard theme={publicThemeOf(colours)} area={t("colours.public")} />
        <PreviewCard theme={memberThemeOf(colours)} area={t("colours.member")} />
      </div>
    </div>
  );
}

const read = (settings: Settings) => ({
  values: chosenColours(settings),
  revision: settings.colours.revision,
});

/** The form for the two colours of which all others are made, with a preview. */
export function ColoursForm({ settings, onClose }: SettingFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { designed } = settings.colours;
  const { form, attempt, foot } = useSettingForm<ChosenColours>({
    id: "colours",
    settings,
    endpoint: getSettings,
    read,
    resolver: zodResolver(schemaFor(designed)),
    onClose,
  });
  const { busy, submit } = useSubmit(form, (chosen) =>
    attempt((revision) => call(changeColours, { body: { ...chosen, revision }, silent: true })),
  );
  const { errors } = form.formState;
  const typed = form.watch();
  const chosen = chosenColoursSchema.safeParse(typed).data;
  // The preview stays while a colour is being typed.
  const [shown, setShown] = useState(chosen);
  if (chosen && (chosen.main !== shown?.main || chosen.accent !== shown.accent)) setShown(chosen);
  const isUnreadable = chosen !== undefined && !isAccentReadable(chosen, designed);
  const next = isUnreadable && readableAccent(chosen, designed);
  return (
    <Form label={t("rows.colours")} onSubmit={submit}>
      <div className={styles.fields}>
        <ColourField control={form.control} name="main" error={errors.main} />
        <div className={styles.field}>
          <ColourField
            control={form.control}
            name="accent"
            error={isUnreadable ? { message: message.contrast } : errors.accent}
          />
          {next && (
            <Button
              className={styles.next}
              icon={<span className={styles.dot} style={{ backgroundColor: next }} />}
              onClick={() => {
                form.setValue("accent", next, { shouldDirty: true });
                form.clearErrors("accent");
                form.setFocus("accent");
              }}
            >
              {t("colours.next", { colour: next })}
            </Button>
          )}
        </div>
      </div>
      {shown && <Preview chosen={shown} designed={designed} />}
      <SettingFormFoot
        {...foot}
        error={errors.root}
        busy={busy}
        nameOf={(place) => t(place === "main" ? "colours.main" : "colours.accent")}
      />
    </Form>
  );
}
